/** Labeled blocks in reading order, page by page. */
import type { Equation, Formula } from './formula.ts'
import type { Box } from './geometry.ts'
import type { Hyperlink } from './hyperlinks.ts'
import type { PageMeasurement } from './stage-times.ts'
import type { OutlineEntry } from './tags.ts'
import type { TextSource } from './text-source.ts'

/** Block types of the HTTP API, in the order of its documentation. */
export const blockTypes = [
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

/** Object replacement character, which renderers replace by the image. */
export const imagePlaceholder = '\ufffc'

export interface BlockStyle {
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly caps: boolean
  readonly color: number
  readonly font: string
  readonly lineCount: number
}

interface BlockBase {
  readonly box: Box
  /** 0–1, weighted by characters; 1 for a text layer. */
  readonly confidence: number
  readonly source: TextSource
  /** The tags contain the text, but the type comes from its appearance. */
  readonly inTags?: true
  readonly decidedBy?: string
}

export interface ListItem {
  readonly level: number
  /** `- ` for bullets; the printed number with its period (`1.`) for ordered items. */
  readonly marker: string
  readonly text: string
  readonly box?: Box
}

/**
 * Lines are joined; hyphens at line ends are removed, or soft until the document is assembled. Code keeps line breaks.
 */
export interface TextBlock extends BlockBase {
  readonly kind: 'text'
  readonly type: Exclude<BlockType, 'table' | 'figure' | 'title'>
  readonly text: string
  readonly style: BlockStyle
  readonly items?: readonly ListItem[]
  /** Never becomes a title, because the tags mark it as body text or a form field. */
  readonly plain?: true
  /** Id of the structure element, which its fragments on several pages share. */
  readonly element?: number
  /** `text` has the symbols of the equation in plain order. */
  readonly formula?: Equation
  /** Names of the images at the `imagePlaceholder`s (`enable_inline_image`). */
  readonly inlinePictures?: readonly string[]
  readonly inlineFormulas?: readonly Formula[]
  /** In text order; set only with the option `links`. */
  readonly links?: readonly Hyperlink[]
}

export interface TitleBlock extends BlockBase {
  readonly kind: 'title'
  readonly type: 'title'
  readonly text: string
  readonly style: BlockStyle
  readonly level: number
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
  readonly pageIndex?: number
  /** As `inlinePictures`, with `enable_table_image`. */
  readonly pictures?: readonly string[]
  readonly links?: readonly Hyperlink[]
}

/** Part of a tagged table on one page; rows are counted in the whole table. */
export interface TablePart {
  readonly element: number
  readonly firstRow: number
  readonly lastRow: number
  /** First column of a worksheet's page, counted in the whole sheet. */
  readonly firstCol?: number
  readonly repeated: number
  /** Columns whose cell in the first row begins on the previous page. */
  readonly continued: readonly number[]
}

export interface TableBlock extends BlockBase {
  readonly kind: 'table'
  readonly type: 'table'
  readonly rows: number
  readonly cols: number
  readonly cells: readonly Cell[]
  readonly part?: TablePart
  readonly captions: readonly number[]
  readonly picture?: string
}

export interface FigureBlock extends BlockBase {
  readonly kind: 'figure'
  /** An `equation` is drawn without text, so that only its image exists. */
  readonly type: 'figure' | 'qrcode' | 'equation' | 'stamp'
  readonly text: string
  readonly captions: readonly number[]
  readonly picture?: string
  /** Equal for equal images; set only for small figures. */
  readonly fingerprint?: number
}

export type Block = TextBlock | TitleBlock | TableBlock | FigureBlock

/** Layout result of one page: plain JSON, stored between shards. Renaming breaks tasks in progress. */
export interface Page {
  readonly pageIndex: number
  readonly width: number
  readonly height: number
  /** In reading order, with headers and footers: `assemble` detects the repeated ones. */
  readonly blocks: readonly Block[]
  readonly outline?: readonly OutlineEntry[]
  /** Name of the rendering of the whole page (`page_images`). */
  readonly picture?: string
  readonly isDamaged?: true
  readonly warnings: readonly string[]
}

export interface ExtractedImage {
  /** `p<page>-<n>.png` for crops, `p<page>.png` or `.jpg` for renderings, 1-based. */
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
  /** Canonical extension, detected from the content: `.pdf`, `.png`, … */
  readonly fileType: string
  readonly pageCount: number
}

export interface Document {
  readonly info: DocumentInfo
  readonly pages: readonly DocumentPage[]
  readonly warnings: readonly string[]
}

export interface DocumentPage extends Page {
  readonly mergeFromPrevious: boolean
}
