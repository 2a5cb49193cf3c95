/** Builds small Office files, books and pages, and reads their blocks. */
import { zipSync } from 'fflate'
import { open as openStructured } from '../../../src/extract/structured/open.ts'
import type { Block, ParsedPage } from '../../../src/model/document.ts'
import { defaultOptions, type ParseOptions } from '../../../src/model/options.ts'
import { noOcr } from '../no-ocr.ts'

const text = new TextEncoder()

export const bytesOf = (content: string): Uint8Array => text.encode(content)

export function zipOf(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, content]) => [
        name,
        typeof content === 'string' ? text.encode(content) : content,
      ]),
    ),
  )
}

/** All pages of a file. */
export async function readPages(
  bytes: Uint8Array,
  fileType: string,
  changes: Partial<ParseOptions> = {},
  password: string | null = null,
): Promise<ParsedPage[]> {
  const document = await openStructured(bytes, fileType, { ...noOcr, password })
  const pages: ParsedPage[] = []
  for (let at = 0; at < document.pageCount; at++)
    pages.push(await document.readStructuredPage!(at, { ...defaultOptions, ...changes }))
  return pages
}

/** A block in one line: `# title`, `- item`, table cells with their spans. */
export function outline(blocks: readonly Block[]): string[] {
  return blocks.map(lineOf)
}

function lineOf(block: Block): string {
  if (block.kind === 'title') return `${'#'.repeat(block.level)} ${block.text}`
  if (block.kind === 'figure') return `figure ${block.text}`.trim()
  if (block.kind === 'text') return block.type === 'text' ? block.text : `${block.type}: ${block.text}`
  const rows = Array.from({ length: block.rows }, (_, row) =>
    block.cells
      .filter((cell) => cell.row === row)
      .map(
        ({ text, rowSpan, colSpan, header }) =>
          `${header ? '*' : ''}${text}${rowSpan * colSpan > 1 ? `[${rowSpan}x${colSpan}]` : ''}`,
      )
      .join('|'),
  )
  return rows.join(' / ')
}

export async function outlineOf(
  bytes: Uint8Array,
  fileType: string,
  changes: Partial<ParseOptions> = {},
  password: string | null = null,
): Promise<string[]> {
  return (await readPages(bytes, fileType, changes, password)).flatMap(({ page }) => outline(page.blocks))
}

const office = 'http://schemas.openxmlformats.org'
const relationships = `${office}/officeDocument/2006/relationships`

/** Targets with a scheme are external. */
export function relations(entries: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const mode = (target: string): string => (/^[a-z]+:/.test(target) ? ' TargetMode="External"' : '')
  const list = Object.entries(entries).map(
    ([id, [type, target]]) =>
      `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"${mode(target)}/>`,
  )
  return `<Relationships xmlns="${office}/package/2006/relationships">${list.join('')}</Relationships>`
}

function hyperlinks(links: Readonly<Record<string, string>>): Record<string, readonly [string, string]> {
  return Object.fromEntries(Object.entries(links).map(([id, address]) => [id, ['hyperlink', address] as const]))
}

const types = { '[Content_Types].xml': '<Types/>' }

/** A Word document with the given body; `parts` adds or replaces parts under `word/`. */
export function docx(
  body: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
  more: Readonly<Record<string, readonly [string, string]>> = {},
): Uint8Array {
  const spaces = `xmlns:w="${office}/wordprocessingml/2006/main" xmlns:r="${relationships}" xmlns:m="${office}/officeDocument/2006/math" xmlns:a="${office}/drawingml/2006/main" xmlns:wp="${office}/drawingml/2006/wordprocessingDrawing" xmlns:pic="${office}/drawingml/2006/picture" xmlns:mc="${office}/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`
  const wrap = (name: string, content: string): string =>
    `<?xml version="1.0"?><w:${name} ${spaces}>${content}</w:${name}>`
  const named = Object.fromEntries(
    Object.entries(parts).map(([name, content]) => [
      `word/${name}`,
      typeof content === 'string' && content.startsWith('<w:') ? wrap(name.replace(/\d*\.xml$/, ''), content) : content,
    ]),
  )
  return zipOf({
    ...types,
    '_rels/.rels': relations({ main: ['officeDocument', 'word/document.xml'] }),
    'word/_rels/document.xml.rels': relations({
      st: ['styles', 'styles.xml'],
      nu: ['numbering', 'numbering.xml'],
      fn: ['footnotes', 'footnotes.xml'],
      ...more,
    }),
    'word/document.xml': wrap('document', `<w:body>${body}</w:body>`),
    ...named,
  })
}

/** A paragraph with one run; `properties` is the content of its `w:pPr`. */
export const p = (content: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') ? content : `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`}</w:p>`

/** A workbook: the content of each sheet by name. */
export function xlsx(
  sheets: Readonly<
    Record<
      string,
      { readonly content: string; readonly state?: string; readonly links?: Readonly<Record<string, string>> }
    >
  >,
  parts: { strings?: string; styles?: string; workbook?: string } = {},
): Uint8Array {
  const main = `${office}/spreadsheetml/2006/main`
  const names = Object.keys(sheets)
  const listed = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${sheets[name]?.state === undefined ? '' : ` state="${sheets[name].state}"`}/>`,
  )
  return zipOf({
    ...types,
    '_rels/.rels': relations({ main: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(names.map((_, at) => [`s${at}`, ['worksheet', `worksheets/sheet${at}.xml`] as const])),
      ss: ['sharedStrings', 'sharedStrings.xml'],
      st: ['styles', 'styles.xml'],
    }),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relationships}">${parts.workbook ?? ''}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${parts.strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${parts.styles ?? ''}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/_rels/sheet${at}.xml.rels`,
        relations(hyperlinks(sheets[name]?.links ?? {})),
      ]),
    ),
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet xmlns="${main}" xmlns:r="${relationships}">${sheets[name]!.content}</worksheet>`,
      ]),
    ),
  })
}

/** A presentation: the shapes of each slide and the attributes of its element. */
export function pptx(
  slides: readonly {
    readonly shapes: string
    readonly attributes?: string
    readonly notes?: string
    readonly links?: Readonly<Record<string, string>>
  }[],
  master = '',
): Uint8Array {
  const spaces = `xmlns:p="${office}/presentationml/2006/main" xmlns:a="${office}/drawingml/2006/main" xmlns:r="${relationships}"`
  const tree = (shapes: string): string => `<p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`
  return zipOf({
    ...types,
    '_rels/.rels': relations({ main: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml': `<p:presentation ${spaces}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="s${at}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(slides.map((_, at) => [`s${at}`, ['slide', `slides/slide${at}.xml`] as const])),
    ),
    'ppt/slideLayouts/layout.xml': `<p:sldLayout ${spaces}>${tree('')}</p:sldLayout>`,
    'ppt/slideLayouts/_rels/layout.xml.rels': relations({ m: ['slideMaster', '../slideMasters/master.xml'] }),
    'ppt/slideMasters/master.xml': `<p:sldMaster ${spaces}>${tree('')}${master}</p:sldMaster>`,
    ...Object.fromEntries(
      slides.flatMap(({ shapes, attributes = '', notes, links = {} }, at) => [
        [`ppt/slides/slide${at}.xml`, `<p:sld ${spaces} ${attributes}>${tree(shapes)}</p:sld>`],
        [
          `ppt/slides/_rels/slide${at}.xml.rels`,
          relations({
            l: ['slideLayout', '../slideLayouts/layout.xml'],
            n: ['notesSlide', `../notesSlides/notes${at}.xml`],
            ...hyperlinks(links),
          }),
        ],
        ...(notes === undefined
          ? []
          : [[`ppt/notesSlides/notes${at}.xml`, `<p:notes ${spaces}>${tree(notes)}</p:notes>`] as const]),
      ]),
    ),
  })
}

const oasis = 'urn:oasis:names:tc:opendocument:xmlns'

/** An OpenDocument file: the content of its body and its automatic styles. */
export function odf(kind: 'text' | 'spreadsheet' | 'presentation', body: string, styles = ''): Uint8Array {
  const spaces = ['office', 'text', 'table', 'style', 'presentation']
    .map((name) => `xmlns:${name}="${oasis}:${name}:1.0"`)
    .join(' ')
  const others = `xmlns:draw="${oasis}:drawing:1.0" xmlns:fo="${oasis}:xsl-fo-compatible:1.0" xmlns:svg="${oasis}:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"`
  return zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content ${spaces} ${others}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  })
}

/** An EPUB with the given chapters in order; `more` adds parts. */
export function epub(
  chapters: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const names = Object.keys(chapters)
  const items = names
    .map((name, at) => `<item id="c${at}" href="${name}" media-type="application/xhtml+xml"/>`)
    .join('')
  const spine = names.map((_, at) => `<itemref idref="c${at}"/>`).join('')
  const nav = '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>'
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `<container xmlns="${oasis}:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`,
    'OEBPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${nav}${items}</manifest><spine><itemref idref="nav"/>${spine}</spine></package>`,
    'OEBPS/nav.xhtml': '<nav>toc</nav>',
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, chapters[name]!])),
    ...more,
  })
}
