/** Extractor output for one page, before layout. */
import type { Box, Rotation, Size, Transform } from './geometry.ts'
import type { RawLink } from './hyperlinks.ts'
import type { OutlineEntry, PageTags } from './tags.ts'
import type { TextSource } from './text-source.ts'

export interface Font {
  readonly name: string
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly serif: boolean
}

/** Run of characters of one font, size and color on one baseline; for OCR one word. */
export interface Span {
  readonly text: string
  readonly box: Box
  /** y of the baseline; for rotated text y of the first character's origin. */
  readonly baseline: number
  /** In points. */
  readonly size: number
  readonly font: Font
  /** 0xRRGGBB. */
  readonly color: number
  /** 0–1; 1 for a text layer. */
  readonly confidence: number
  readonly source: TextSource
  readonly rotation: Rotation
  /** CJK columns. */
  readonly vertical: boolean
  /** Set for text without ink, such as the text layer under a scan. */
  readonly invisible?: true
  /** Left edges of the UTF-16 units, then the last right edge. Absent for OCR words. */
  readonly edges?: Float32Array
  /** Left and right edge of each UTF-16 unit of right-to-left text. */
  readonly unitExtents?: Float32Array
  /** The page is mirrored for layout, so right-to-left text runs from left to right. */
  readonly mirrored?: true
  /** Line and block numbers of the engine, in content order. */
  readonly engineLine: number
  readonly engineBlock: number
}

export function isHorizontal({ rotation, vertical }: Pick<Span, 'rotation' | 'vertical'>): boolean {
  return rotation === 0 && !vertical
}

export interface Path {
  readonly box: Box
  readonly stroked: boolean
  readonly rectangle: boolean
  /** Set for lines that are not closed, unlike frames. */
  readonly open?: true
  /** 0xRRGGBB. */
  readonly color: number
  /** Up to 1; invisible paths are left out. */
  readonly opacity: number
}

/** The last three properties are set only for inspected images. */
export interface RawImage {
  readonly box: Box
  /** In pixels; 0 if unknown. */
  readonly pixelWidth: number
  readonly pixelHeight: number
  readonly notQrCode?: true
  readonly empty?: true
  readonly fingerprint?: number
}

/** Exists only within one `parsePages` call. */
export interface RawPage {
  readonly pageIndex: number
  /** In points. A pixel of an image file is half a point, so that 144 dpi restores its pixels. */
  readonly width: number
  readonly height: number
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly RawImage[]
  readonly tags?: PageTags
  readonly outline?: readonly OutlineEntry[]
  /** Set only with the option `links`. */
  readonly links?: readonly RawLink[]
  /** Problems for the user, such as very low OCR confidence. */
  readonly warnings: readonly string[]
  readonly isDamaged?: true
  /** Content for layout if the page is skewed or rotated. */
  readonly deskewed?: DeskewedContent
}

export interface DeskewedContent extends Size {
  readonly spans: readonly Span[]
  readonly paths: readonly Path[]
  readonly images: readonly RawImage[]
  /** Maps deskewed points to the original page. */
  readonly toPage: Transform
}
