/** Extractor output for one page: text spans, vector paths and images, before layout. */
import type { Box, Rotation, Transform } from './geometry.ts'
import type { RawLink } from './hyperlinks.ts'
import type { OutlineEntry, PageTags } from './tags.ts'

/** Where a text comes from. */
export type TextSource = 'text_layer' | 'ocr' | 'tagged' | 'document'

/** Spans of a page with the same font share one object. */
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
  /** y of the baseline; for rotated text y of the first character's origin. */
  readonly baseline: number
  /** Font size in points. */
  readonly size: number
  readonly font: Font
  /** 0xRRGGBB. */
  readonly color: number
  /** 0–1; 1 for a text layer. */
  readonly confidence: number
  readonly source: TextSource
  /** Clockwise rotation of the text relative to the page, in degrees. */
  readonly rotation: Rotation
  /** Vertical writing (CJK columns). */
  readonly vertical: boolean
  /** Set for text without ink (render mode 3, or transparent), such as the text layer under a scan. */
  readonly invisible?: true
  /**
   * Left edges of `text`'s UTF-16 units, then the last right edge: `text.length + 1` values. Absent for OCR words:
   * interpolate.
   */
  readonly edges?: Float32Array
  /** Left and right edge of each UTF-16 unit of right-to-left text, which has no `edges`: `2 * text.length` values. */
  readonly unitExtents?: Float32Array
  /** The page is mirrored for layout: right-to-left text runs from left to right, and the other way round. */
  readonly mirrored?: true
  /** Line and block numbers that the engine assigned, in content order. */
  readonly engineLine: number
  readonly engineBlock: number
}

/** A stroked or filled path segment or rectangle. */
export interface Path {
  readonly box: Box
  readonly stroked: boolean
  readonly rectangle: boolean
  /** 0xRRGGBB. */
  readonly color: number
  /** 0–1. */
  readonly opacity: number
}

/** An image placed on the page. The last three properties are set only for images that were inspected. */
export interface RawImage {
  readonly box: Box
  /** Size of the embedded image in pixels; 0 when unknown. */
  readonly pixelWidth: number
  readonly pixelHeight: number
  /** Cannot be a QR code. */
  readonly notQrCode?: true
  /** Leaves no ink on white paper: fully transparent or white. */
  readonly empty?: true
  /** Equal for equal images. */
  readonly fingerprint?: number
}

/** Never stored: it exists only within one `parsePages` call. */
export interface RawPage {
  readonly pageIndex: number
  /** Points. One pixel of an image file is half a point, so that 144 dpi restores its own pixels. */
  readonly width: number
  readonly height: number
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly RawImage[]
  /** Structure tags of the page; absent in untagged documents. */
  readonly tags?: PageTags
  /** Outline entries with this page as their target. */
  readonly outline?: readonly OutlineEntry[]
  /** Areas with a hyperlink; read only with the option `links`. */
  readonly links?: readonly RawLink[]
  /** Problems to report to the user, such as a page with very low OCR confidence. */
  readonly warnings: readonly string[]
  /** The page cannot be read and is empty. */
  readonly isDamaged?: true
  /** Present when the page is skewed or rotated: layout uses this instead, and `toPage` maps its result back. */
  readonly deskewed?: DeskewedContent
}

/** Page content in coordinates in which the lines are horizontal and the text is not rotated. */
export interface DeskewedContent {
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly RawImage[]
  /** Points. */
  readonly width: number
  readonly height: number
  /** From deskewed points to points of the original page. */
  readonly toPage: Transform
}
