import { sha256 } from '@noble/hashes/sha2.js'
import { toHex } from '../../../model/bytes.ts'
import type { BlockJson, PageJson } from '../../../model/result-json.ts'
import { blockText, readList } from '../parsed-json.ts'

export interface Element {
  readonly type: string
  readonly element_id: string
  readonly text: string
  readonly metadata: ElementMetadata
}

interface ElementMetadata {
  readonly filename: string
  readonly filetype: string
  readonly languages: readonly string[]
  readonly page_number?: number
  readonly parent_id?: string
  readonly category_depth?: number
  readonly text_as_html?: string
  readonly image_base64?: string
  readonly image_mime_type?: string
  readonly coordinates?: object
  readonly orig_elements?: string
}

export interface ElementOptions {
  readonly fileName: string
  readonly mediaType: string
  readonly languages: readonly string[]
  readonly coordinates: boolean
  readonly tableHtml: boolean
  readonly pageBreaks: boolean
  readonly imageTypes: readonly string[]
  readonly startingPage: number
}

const types: Readonly<Record<string, string>> = {
  title: 'Title',
  figure: 'Image',
  qrcode: 'Image',
  stamp: 'Image',
  figure_caption: 'FigureCaption',
  table_caption: 'FigureCaption',
  table: 'Table',
  equation: 'Formula',
  code: 'CodeSnippet',
  header: 'Header',
  footer: 'Footer',
  reference: 'ListItem',
  footnote: 'NarrativeText',
  cate: 'UncategorizedText',
  choice: 'ListItem',
}

export function toElements(pages: readonly PageJson[], options: ElementOptions): Element[] {
  let titles: { readonly depth: number; readonly id: string }[] = []
  return pages.flatMap((page, pageIndex) => {
    const elements: Element[] = []
    const add = (block: BlockJson, text: string, attributes: { type: string; depth?: number }): void => {
      const { type, depth } = attributes
      const id = idOf([options.fileName, String(page.page_num), String(block.idx), String(elements.length), text])
      if (type === 'Title') titles = titles.filter((title) => title.depth < (depth ?? 0))
      const parent = titles.at(-1)?.id
      const metadata = metadataOf(block, page, options)
      elements.push({
        type,
        element_id: id,
        text,
        metadata: {
          ...metadata,
          ...(parent === undefined ? {} : { parent_id: parent }),
          ...(depth === undefined ? {} : { category_depth: depth }),
        },
      })
      if (type === 'Title') titles = [...titles, { depth: depth ?? 0, id }]
    }
    if (options.pageBreaks && pageIndex > 0) elements.push(pageBreak(page, options))
    for (const block of page.blocks) {
      const list = readList(block)
      if (list !== null) for (const { text, level } of list) add(block, text, { type: 'ListItem', depth: level })
      else if (block.type === 'title') add(block, block.content, { type: 'Title', depth: (block.title_level ?? 1) - 1 })
      else {
        const text = blockText(block).replaceAll('\t', ' ')
        if (text !== '' || block.img_url !== '') add(block, text, { type: typeOf(block) })
      }
    }
    return elements
  })
}

function typeOf({ type, content }: BlockJson): string {
  if ((type === 'footer' || type === 'header') && /^\W*\d+\W*$/.test(content)) return 'PageNumber'
  const elementType = types[type]
  if (elementType !== undefined) return elementType
  return /[.!?。！？]["'”’)\]]*$/.test(content) || content.split(/\s+/).length > 5
    ? 'NarrativeText'
    : 'UncategorizedText'
}

function metadataOf(block: BlockJson, page: PageJson, options: ElementOptions): ElementMetadata {
  const [l, t, r, b] = block.bbox
  const type = typeOf(block)
  const image = options.imageTypes.includes(type) ? /^data:([^;,]+);base64,(.*)$/s.exec(block.img_url) : null
  return {
    ...baseOf(page, options),
    ...(type === 'Table' && options.tableHtml ? { text_as_html: block.content } : {}),
    ...(image === null ? {} : { image_mime_type: image[1] ?? '', image_base64: image[2] ?? '' }),
    ...(options.coordinates
      ? {
          coordinates: {
            points: [
              [l, t],
              [l, b],
              [r, b],
              [r, t],
            ],
            system: 'PixelSpace',
            layout_width: page.page_size.w,
            layout_height: page.page_size.h,
          },
        }
      : {}),
  }
}

function baseOf(
  { page_num: number }: PageJson,
  { fileName, mediaType, languages, startingPage }: ElementOptions,
): ElementMetadata {
  return { filename: fileName, filetype: mediaType, languages, page_number: number + startingPage }
}

function pageBreak(page: PageJson, options: ElementOptions): Element {
  return {
    type: 'PageBreak',
    element_id: idOf([options.fileName, String(page.page_num), 'break']),
    text: '',
    metadata: baseOf(page, options),
  }
}

export function idOf(parts: readonly string[]): string {
  return toHex(sha256(new TextEncoder().encode(parts.join('\0')))).slice(0, 32)
}
