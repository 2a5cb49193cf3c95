/**
 * The document: labelled blocks in reading order, page by page, and the words for their labels.
 * Renderers read this and nothing else.
 */
import type { Equation } from './formula.ts'
import type { Box } from './geometry.ts'
import type { Hyperlink } from './hyperlinks.ts'
import type { Page, Source } from './page.ts'

/** Block types of the wire contract, in its order. */
const blockTypes = [
  'title',
  'text',
  'figure',
  'figure_caption',
  'table',
  'table_caption',
  'equation',
  'header',
  'footer',
  'sider',
  'footnote',
  'cate',
  'cate_item',
  'choice',
  'code',
  'blank',
  'reference',
  'qrcode',
  'stamp',
  'cs',
  'cs_equation',
] as const
export type BlockType = (typeof blockTypes)[number]

/** Stands in a text where a picture does (the object replacement character). Renderers put the picture there, or nothing. */
export const imagePlaceholder = '\ufffc'

/** Type statistics of a block that later rules (headings, furniture, joins) need; sizes in points. */
export interface BlockStyle {
  /** Size of most of its characters. */
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  /** All letters are capitals (and there are at least two). */
  readonly caps: boolean
  /** 0xRRGGBB of most of its characters. */
  readonly color: number
  readonly font: string
  readonly lineCount: number
}

interface BlockBase {
  readonly box: Box
  /** 0–1, weighted by characters; 1 for a text layer. */
  readonly confidence: number
  readonly source: Source
  /** Its text is part of the document's tags, though something else told what it is: a paragraph that looks like a title. */
  readonly inTags?: true
}

/** One item of a list; `level` 0 is the outermost. */
export interface ListItem {
  readonly level: number
  /** `- ` for bullets, the printed number with its dot (`1.`) for ordered items. */
  readonly marker: string
  readonly text: string
}

/** Running text of any label. `text` is plain: lines joined, de-hyphenated; code keeps its line breaks. */
export interface TextBlock extends BlockBase {
  readonly kind: 'text'
  readonly type: Exclude<BlockType, 'table' | 'figure' | 'title'>
  readonly text: string
  readonly style: BlockStyle
  /** Present when the block is a list; `text` then holds the rendered lines. */
  readonly items?: readonly ListItem[]
  /** The document's tags call it running text, or it is a field of a form: no title, whatever it looks like. */
  readonly plain?: true
  /** Number of the tags' element that it is, or is a piece of: pieces on several pages have the same. */
  readonly element?: number
  /** Present on equations that were read; `text` then holds their signs in plain order. */
  readonly formula?: Equation
  /** Names of the cut-outs that stand at the `imagePlaceholder`s of the text (`enable_inline_image`), in their order. */
  readonly inlinePictures?: readonly string[]
  /** In the order of the text; present only where they are asked for (`links`). */
  readonly links?: readonly Hyperlink[]
}

export interface TitleBlock extends BlockBase {
  readonly kind: 'title'
  readonly type: 'title'
  readonly text: string
  readonly style: BlockStyle
  /** 1–6. Layout gives a page-local guess, `assemble` the level in the document. */
  readonly level: number
  /** The document itself tells the level, by its tags or its outline: nobody need guess. */
  readonly exact?: true
  /** As in `TextBlock`. */
  readonly inlinePictures?: readonly string[]
  /** As in `TextBlock`. */
  readonly links?: readonly Hyperlink[]
}

export interface Cell {
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
  readonly box: Box
  readonly text: string
  /** Set when the table was joined over pages: the page the cell stands on. */
  readonly pageIndex?: number
  /** Names of the cut-outs that stand at the `imagePlaceholder`s of the text (`enable_table_image`), in their order. */
  readonly pictures?: readonly string[]
  /** As in `TextBlock`. */
  readonly links?: readonly Hyperlink[]
}

/** The piece of a tagged table that stands on one page; rows are counted in the whole table. */
export interface TablePart {
  readonly element: number
  readonly firstRow: number
  readonly lastRow: number
  /** Sheets: the first column of the page, counted in the whole sheet. */
  readonly firstCol?: number
  /** Rows of the table's head that are printed again above the first. */
  readonly repeated: number
  /** Columns whose cell in the first row began on the page before. */
  readonly continued: readonly number[]
}

export interface TableBlock extends BlockBase {
  readonly kind: 'table'
  readonly type: 'table'
  readonly rows: number
  readonly cols: number
  /** Row by row; merged cells once, at their top left. */
  readonly cells: readonly Cell[]
  /** What part of a tagged table it is. */
  readonly part?: TablePart
  /** Indices in `Page.blocks` of its captions. */
  readonly captions: readonly number[]
  /** Name of its cut-out, when one was made (`table: image`). */
  readonly picture?: string
}

export interface FigureBlock extends BlockBase {
  readonly kind: 'figure'
  /** An equation here is one that was drawn without text: its picture is all there is of it. */
  readonly type: 'figure' | 'qrcode' | 'equation' | 'stamp'
  /** Text read inside the figure, or ""; what a code says. */
  readonly text: string
  readonly captions: readonly number[]
  /** Name of its cut-out, when one was made. */
  readonly picture?: string
  /** Equal where the same is shown; only of small ones, and only where that is known. */
  readonly fingerprint?: number
}

export type Block = TextBlock | TitleBlock | TableBlock | FigureBlock

/** What is known of the whole document before and after parsing. */
export interface DocumentInfo {
  readonly fileName: string
  /** Canonical, by content: `.pdf`, `.png`, … */
  readonly fileType: string
  /** Pages of the document, also with `page_range`. */
  readonly pageCount: number
}

/** Pages after the document-wide rules: furniture labelled and dropped or kept, titles levelled, pieces joined. */
export interface Document {
  readonly info: DocumentInfo
  /** One entry per parsed page, in order. */
  readonly pages: readonly DocumentPage[]
  readonly warnings: readonly string[]
}

export interface DocumentPage extends Page {
  readonly mergeFromPrevious: boolean
}
