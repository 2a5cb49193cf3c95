/** Layout and document output: labeled blocks in reading order, page by page. */
import type { Equation, Formula } from './formula.ts'
import type { Box } from './geometry.ts'
import type { Hyperlink } from './hyperlinks.ts'
import type { TextSource } from './raw-page.ts'
import type { PageMeasurement } from './stage-times.ts'
import type { OutlineEntry } from './tags.ts'

/** Block types of the HTTP API, in the order of its documentation. */
export type BlockType =
  | 'title'
  | 'text'
  | 'figure'
  | 'figure_caption'
  | 'table'
  | 'table_caption'
  | 'equation'
  | 'header'
  | 'footer'
  | 'sider'
  | 'footnote'
  | 'cate'
  | 'cate_item'
  | 'choice'
  | 'code'
  | 'blank'
  | 'reference'
  | 'qrcode'
  | 'stamp'
  | 'cs'
  | 'cs_equation'

/** Object replacement character; renderers replace it by the image or remove it. */
export const imagePlaceholder = '\ufffc'

/** Font statistics of a block. */
export interface BlockStyle {
  /** Most frequent font size, in points. */
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  /** At least two letters, all of them uppercase. */
  readonly caps: boolean
  /** Most frequent color, 0xRRGGBB. */
  readonly color: number
  readonly font: string
  readonly lineCount: number
}

interface BlockBase {
  readonly box: Box
  /** 0–1, weighted by characters; 1 for a text layer. */
  readonly confidence: number
  readonly source: TextSource
  /** The document's tags contain the text, but the block type comes from its appearance. */
  readonly inTags?: true
  /** The pass that changed the type, for debugging. Absent where layout decided. */
  readonly decidedBy?: string
}

/** One item of a list; `level` 0 is the outermost. */
export interface ListItem {
  readonly level: number
  /** `- ` for bullets; the printed number with its period (`1.`) for ordered items. */
  readonly marker: string
  readonly text: string
  /** With its marker. Absent in formats without pages. */
  readonly box?: Box
}

/** Text of any type. `text` is plain: lines are joined, and hyphens at line ends removed or, until the document is assembled, replaced by soft hyphens; code keeps its line breaks. */
export interface TextBlock extends BlockBase {
  readonly kind: 'text'
  readonly type: Exclude<BlockType, 'table' | 'figure' | 'title'>
  readonly text: string
  readonly style: BlockStyle
  /** Set for lists; `text` then contains the rendered lines. */
  readonly items?: readonly ListItem[]
  /** Tagged as body text, or a form field: never a title, whatever its style. */
  readonly plain?: true
  /** Id of its structure element; fragments of one element on several pages share it. */
  readonly element?: number
  /** Set for recognized equations; `text` then contains their symbols in plain order. */
  readonly formula?: Equation
  /** Names of the images at the text's `imagePlaceholder`s (`enable_inline_image`), in their order. */
  readonly inlinePictures?: readonly string[]
  /** Formulas within the text, at the places marked by `markFormula`. */
  readonly inlineFormulas?: readonly Formula[]
  /** In text order; set only with the option `links`. */
  readonly links?: readonly Hyperlink[]
}

export interface TitleBlock extends BlockBase {
  readonly kind: 'title'
  readonly type: 'title'
  readonly text: string
  readonly style: BlockStyle
  /** 1–6. Layout estimates it from the page; `assemble` sets the level in the document. */
  readonly level: number
  /** The level comes from the document's tags or outline. */
  readonly exact?: true
  readonly inlinePictures?: readonly string[]
  readonly inlineFormulas?: readonly Formula[]
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
  /** The cell's page; set in tables that were joined across pages. */
  readonly pageIndex?: number
  /** Names of the images at the text's `imagePlaceholder`s (`enable_table_image`), in their order. */
  readonly pictures?: readonly string[]
  readonly links?: readonly Hyperlink[]
}

/** The part of a tagged table on one page; rows are counted in the whole table. */
export interface TablePart {
  readonly element: number
  readonly firstRow: number
  readonly lastRow: number
  /** Worksheets: first column of the page, counted in the whole sheet. */
  readonly firstCol?: number
  /** Number of repeated header rows above the first row. */
  readonly repeated: number
  /** Columns whose cell in the first row begins on the previous page. */
  readonly continued: readonly number[]
}

export interface TableBlock extends BlockBase {
  readonly kind: 'table'
  readonly type: 'table'
  readonly rows: number
  readonly cols: number
  /** Row by row; a merged cell once, at its top left. */
  readonly cells: readonly Cell[]
  readonly part?: TablePart
  /** Indices of its captions in `Page.blocks`. */
  readonly captions: readonly number[]
  /** Name of its image, if one was made (`table: image`). */
  readonly picture?: string
}

export interface FigureBlock extends BlockBase {
  readonly kind: 'figure'
  /** `equation`: one drawn without text, so that only its image exists. */
  readonly type: 'figure' | 'qrcode' | 'equation' | 'stamp'
  /** Text inside the figure, or the content of a code; may be "". */
  readonly text: string
  readonly captions: readonly number[]
  /** Name of its image, if one was made. */
  readonly picture?: string
  /** Equal for equal images; set only for small figures. */
  readonly fingerprint?: number
}

export type Block = TextBlock | TitleBlock | TableBlock | FigureBlock

/**
 * Layout result of one page. Plain JSON data: it crosses threads and is stored between shards, so renaming a property
 * of a page or block breaks tasks in progress. Image bytes are passed separately as `ExtractedImage`.
 */
export interface Page {
  readonly pageIndex: number
  readonly width: number
  readonly height: number
  /** In reading order, with headers and footers: `assemble` detects those that repeat. */
  readonly blocks: readonly Block[]
  /** Outline entries with this page as their target. */
  readonly outline?: readonly OutlineEntry[]
  /** Name of the rendering of the whole page (`page_images`). */
  readonly picture?: string
  /** The page cannot be read and is empty. It costs nothing. */
  readonly isDamaged?: true
  readonly warnings: readonly string[]
}

/** An output image: a cropped figure, table or inline image, or a page rendering. */
export interface ExtractedImage {
  /**
   * `p<page>-<n>.png` for crops, `p<page>.png` or `.jpg` for page renderings, both numbers 1-based.
   * Unique in the document and the same in every run.
   */
  readonly name: string
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}

export interface ParsedPage {
  readonly page: Page
  readonly images: readonly ExtractedImage[]
  readonly measured?: PageMeasurement
}

export interface DocumentInfo {
  readonly fileName: string
  /** Canonical, detected from the content: `.pdf`, `.png`, … */
  readonly fileType: string
  /** Number of pages of the document, regardless of `page_range`. */
  readonly pageCount: number
}

/** The assembled document: headers and footers labeled, headings leveled, split blocks joined. */
export interface Document {
  readonly info: DocumentInfo
  /** One entry per parsed page, in order. */
  readonly pages: readonly DocumentPage[]
  readonly warnings: readonly string[]
}

export interface DocumentPage extends Page {
  readonly mergeFromPrevious: boolean
}
