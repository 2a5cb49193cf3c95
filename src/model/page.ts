/**
 * The page before and after layout: `RawPage` is what an extractor read (spans, paths, images),
 * `Page` what layout made of it (blocks in reading order). A `Page` is plain JSON data, so that it can cross
 * threads and be stored between shards; pictures travel beside it as `ExtractedImage`s.
 */
import type { Block } from './document.ts'
import type { Box, PlaneMap } from './geometry.ts'
import type { RawLink } from './hyperlinks.ts'
import type { OutlineEntry, PageTags } from './tags.ts'

export type Source = 'text_layer' | 'ocr' | 'tagged' | 'document'

/** A font as the engine knows it; equal fonts of a page share one object. */
export interface Font {
  readonly name: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly serif: boolean
}

/** A run of characters of one font, size and color on one baseline; for OCR one word. */
export interface Span {
  readonly text: string
  readonly box: Box
  /** y of the baseline for upright text (for rotated text: of the first character's origin). */
  readonly baseline: number
  /** Font size in points. */
  readonly size: number
  readonly font: Font
  /** 0xRRGGBB. */
  readonly color: number
  /** 0–1; 1 for a text layer. */
  readonly confidence: number
  readonly source: Source
  /** Clockwise rotation of the text against the upright page, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270
  /** Vertical writing (CJK columns). */
  readonly vertical: boolean
  /** Leaves no ink (render mode 3, or transparent): the text layer under a scan, or junk. Absent when drawn. */
  readonly invisible?: true
  /**
   * Left edges of the UTF-16 units of `text`, then the right edge of the last: `text.length + 1` values.
   * Absent where the engine gives no characters (OCR words); then interpolate.
   */
  readonly edges?: Float32Array
  /** The engine's own line and block of this span, numbered through the page in content order. */
  readonly engineLine: number
  readonly engineBlock: number
}

/** Drawn vector art, one box per path segment or rectangle: enough for rulings, shading and figure clusters. */
export interface Path {
  readonly box: Box
  readonly stroked: boolean
  readonly rectangle: boolean
  /** 0xRRGGBB. */
  readonly color: number
  /** 0–1. */
  readonly opacity: number
}

/** A picture placed on the page. */
export interface RawImage {
  readonly box: Box
  /** Pixels of the embedded picture; 0 when unknown. */
  readonly pixelWidth: number
  readonly pixelHeight: number
  /** Was looked at, and can be no QR code. Absent when it can, or when nobody looked. */
  readonly noCode?: true
  /** Was looked at, and leaves no ink on white paper: all transparent, or all white. */
  readonly blank?: true
  /** Was looked at: equal for equal pictures. */
  readonly fingerprint?: number
}

/** What an extractor read from one page. Lives within one `parsePages` call, never stored. */
export interface RawPage {
  readonly pageIndex: number
  /** Points. For an image file one pixel is half a point, so that 144 dpi gives back its own pixels. */
  readonly width: number
  readonly height: number
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly RawImage[]
  /** What a tagged PDF says the page holds; absent without tags. */
  readonly tags?: PageTags
  /** Entries of the PDF outline that lead here. */
  readonly outline?: readonly OutlineEntry[]
  /** Areas that lead to addresses on the web; read only where links are asked for. */
  readonly links?: readonly RawLink[]
  /** Problems worth telling the user, e.g. a page whose OCR confidence is hopeless. */
  readonly warnings: readonly string[]
  /** Present when the page lies askew or turned: layout works on this instead, and its result goes back by `toPage`. */
  readonly upright?: DeskewedContent
}

/** A page's content in coordinates in which its lines are level and it stands upright. */
export interface DeskewedContent {
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly RawImage[]
  /** Points. */
  readonly width: number
  readonly height: number
  /** From upright points to points of the page as it was sent. */
  readonly toPage: PlaneMap
}

/** A cut-out picture: bytes beside the page that names it. */
export interface ExtractedImage {
  /** `p<page, 1-based>-<n, 1-based>.png`, of a whole page `p<page>.png` or `.jpg`: unique in the document and stable between runs. */
  readonly name: string
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}

/** What layout made of a page. Plain JSON data. */
export interface Page {
  readonly pageIndex: number
  readonly width: number
  readonly height: number
  /** In reading order. Furniture is still among them: `assemble` decides what repeats. */
  readonly blocks: readonly Block[]
  /** Entries of the PDF outline that lead here. */
  readonly outline?: readonly OutlineEntry[]
  /** Name of the picture of the whole page, when one was made (`page_images`). */
  readonly picture?: string
  readonly warnings: readonly string[]
}

/** A page with its pictures, as it leaves `parsePages`. */
export interface ParsedPage {
  readonly page: Page
  readonly pictures: readonly ExtractedImage[]
}
