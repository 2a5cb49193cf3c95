/** Runs the whole pipeline on hand-drawn pages and returns their blocks as the API sends them. */
import { open as openPdf } from '../../src/extract/pdf/open.ts'
import { defaultOptions, type FeatureConfig, type ParseOptions } from '../../src/model/options.ts'
import { finish, parsePages } from '../../src/parse.ts'
import type { ImageLinks } from '../../src/render/types.ts'
import { noOcr } from '../extract/no-ocr.ts'

export interface WireBlock {
  readonly type: string
  readonly bbox: readonly [number, number, number, number]
  readonly content: string
  readonly format: string
  readonly img_url: string
  readonly captions: readonly number[]
  readonly source: string
  readonly cells?: readonly { row: number; col: number; row_span: number; text: string; page_num?: number }[]
}

export interface Parsed {
  readonly pages: readonly { readonly blocks: readonly WireBlock[]; readonly merge_content_from_pre_page: boolean }[]
  readonly blocks: readonly WireBlock[]
  readonly markdown: string
}

interface Wanted {
  readonly image?: ParseOptions['elementFormats']['image']
  readonly features?: Partial<FeatureConfig>
}

/** Parses a PDF without OCR; images are linked as files by default. */
export async function parsePdf(bytes: Uint8Array, { image = 'url', features = {} }: Wanted = {}): Promise<Parsed> {
  const options: ParseOptions = {
    ...defaultOptions,
    ocr: 'off',
    elementFormats: { ...defaultOptions.elementFormats, image },
    features: { ...defaultOptions.features, ...features },
  }
  const links: ImageLinks = image === 'none' ? { kind: 'none' } : { kind: 'url', base: 'http://127.0.0.1/files/' }
  const document = await openPdf(bytes, '.pdf', noOcr)
  try {
    const indexes = Array.from({ length: document.pageCount }, (_, index) => index)
    const pages = await Array.fromAsync(parsePages(document, indexes, options))
    const outputs = await finish(
      pages,
      { fileName: 'a.pdf', fileType: '.pdf', pageCount: document.pageCount },
      { options, links },
    )
    const parsed: Parsed['pages'] = JSON.parse(outputs.json ?? '{}').pages
    return { pages: parsed, blocks: parsed.flatMap(({ blocks }) => blocks), markdown: outputs.markdown ?? '' }
  } finally {
    document.close()
  }
}
