/**
 * THE pipeline on one screen: extract → layout → figures for each page (`parsePages`),
 * then assemble → render for the whole document (`finish`). The wall between the two is the shard boundary:
 * pages may be parsed anywhere, in any order; only `finish` sees more than one.
 */
import { assemble } from './assemble/assemble.ts'
import type { ParseDeps } from './deps.ts'
import { cropFigures } from './enrich/crop-figures.ts'
import { insertImagePlaceholders } from './enrich/inline-images.ts'
import { addPageImage } from './enrich/page-rendering.ts'
import { readCodes } from './enrich/qr-codes.ts'
import { placePage } from './extract/ocr/deskewed-page.ts'
import { attachLinks } from './extract/pdf/attach-links.ts'
import { extractorFor } from './extract/registry.ts'
import type { OpenDocument } from './extract/types.ts'
import { analyze } from './layout/analyze.ts'
import type { Block, DocumentInfo, ParsedPage } from './model/document.ts'
import { ParseError } from './model/errors.ts'
import { type ParseOptions, pageBeyondEnd, resolvePages } from './model/options.ts'
import { convertOrRead } from './office/convert-or-read.ts'
import { nothing, type RecoveredContent, supplement } from './office/fixups/recovered-content.ts'
import { conversionTarget, goesThroughConverter, typeOfConverted } from './office/formats.ts'
import { type ImageLinks, type RenderedOutputs, render } from './render/registry.ts'

export interface SourceDocument {
  readonly bytes: Uint8Array
  readonly fileName: string
  /** Canonical, by content (`sniffFileType`). */
  readonly fileType: string
  readonly password: string | null
}

/** Opens a document and checks what can be checked before any page is parsed. The caller closes it. */
export async function openDocument(
  source: SourceDocument,
  deps: ParseDeps,
): Promise<{ document: OpenDocument; info: DocumentInfo }> {
  const extractor = extractorFor(source.fileType)
  if (extractor === null) throw new ParseError(1104, `Files of type "${source.fileType}" are not supported.`)
  const context = {
    settings: deps.settings,
    password: source.password,
    loadModel: deps.loadModel,
    readBands: deps.readSlices,
  }
  const { open } = await extractor.load()
  const document = await open(source.bytes, source.fileType, context)
  const { pageCount } = document
  const { maxPages } = deps.settings
  if (pageCount > maxPages) {
    document.close()
    throw new ParseError(
      1132,
      `The document has ${pageCount} pages; the limit is ${maxPages}. Split it and send the parts.`,
    )
  }
  return { document, info: { fileName: source.fileName, fileType: source.fileType, pageCount } }
}

/** The pages that the options ask for, 0-based; 1133 when a range names pages that do not exist. */
export function choosePages(options: ParseOptions, info: DocumentInfo): number[] {
  const beyond = pageBeyondEnd(options.pageRange, info.pageCount)
  if (beyond !== null)
    throw new ParseError(
      1133,
      `page_range: page ${beyond} does not exist; the document has ${info.pageCount} page${info.pageCount === 1 ? '' : 's'}.`,
    )
  return resolvePages(options.pageRange, info.pageCount)
}

/** Extracts and lays out pages one after the other: at no time is more than one page in memory here. */
export async function* parsePages(
  document: OpenDocument,
  pageIndexes: readonly number[],
  options: ParseOptions,
): AsyncGenerator<ParsedPage> {
  for (const pageIndex of pageIndexes) {
    yield await addPageImage(await parsePage(document, pageIndex, options), document, options)
  }
}

async function parsePage(document: OpenDocument, pageIndex: number, options: ParseOptions): Promise<ParsedPage> {
  if (document.readStructuredPage !== undefined) return await document.readStructuredPage(pageIndex, options)
  const raw = insertImagePlaceholders(await document.readPage(pageIndex, options), options)
  const { deskewed } = raw
  const page =
    deskewed === undefined
      ? analyze(raw)
      : placePage(analyze({ ...raw, ...deskewed }), { ...raw, toPage: deskewed.toPage })
  const linked = raw.links === undefined ? page : attachLinks(page, raw.spans, raw.links)
  return await cropFigures(await readCodes(linked, { document, raw }), { document, raw }, options)
}

/** Assembles pages (in page order) into the document and renders what was asked for. */
export async function finish(
  pages: readonly ParsedPage[],
  info: DocumentInfo,
  task: { options: ParseOptions; links: ImageLinks },
): Promise<RenderedOutputs> {
  const document = assemble(
    pages.map(({ page }) => page),
    info,
    task.options,
  )
  return render(
    document,
    pages.flatMap(({ images }) => images),
    task,
  )
}

/** Whether such a document is read as the PDF that a converter makes of it. Throws `ParseError` 1139 where it ought to and can't. */
export function isConverted(
  { fileType, options }: { fileType: string; options: ParseOptions },
  hasConverter: boolean,
): boolean {
  return goesThroughConverter({ fileType, mode: options.office, hasConverter, readsDirectly: readsDirectly(fileType) })
}

function readsDirectly(fileType: string): boolean {
  const reader = extractorFor(fileType)
  return reader !== null && reader.name !== 'office'
}

/** Whether a document that can't be converted may be read as it was sent. */
export function mayReadInstead({ fileType, options }: { fileType: string; options: ParseOptions }): boolean {
  return options.office === 'auto' && readsDirectly(fileType)
}

/** What a look at a document needs that nobody will see: no pictures are made. */
export function withoutPictures(options: ParseOptions): ParseOptions {
  return { ...options, elementFormats: { ...options.elementFormats, image: 'none' }, pageImages: false }
}

interface Readable {
  readonly source: SourceDocument
  readonly lost: RecoveredContent
}

async function convertIfNeeded(source: SourceDocument, options: ParseOptions, deps: ParseDeps): Promise<Readable> {
  const { fileType, fileName, password } = source
  const { converter, settings } = deps
  if (!isConverted({ fileType, options }, converter !== undefined) || converter === undefined)
    return { source, lost: nothing }
  const made = await convertOrRead({
    convert: async () => {
      const { prepareForConverter } = await import('./office/fixups/prepare.ts')
      const { convertPrepared } = await import('./office/convert.ts')
      const { supplement: lost, ...prepared } = await prepareForConverter({
        ...source,
        speakerNotes: options.speakerNotes,
        marksFormulas: true,
      })
      const into = conversionTarget({ fileType, mode: options.office })
      const bytes = await convertPrepared({ ...prepared, fileType, into, maxPages: settings.maxPages + 1 }, converter, {
        passwordGiven: password !== null,
      })
      return { bytes, lost }
    },
    readDirectly: mayReadInstead({ fileType, options }) ? () => readBlocks(source, options, deps) : null,
  })
  if (!('bytes' in made)) return { source, lost: made }
  return {
    source: { bytes: made.bytes, fileName, fileType: typeOfConverted(made.bytes), password: null },
    lost: made.lost,
  }
}

async function readBlocks(
  source: SourceDocument,
  options: ParseOptions,
  deps: ParseDeps,
): Promise<(readonly Block[])[]> {
  const { document, info } = await openDocument(source, deps)
  try {
    const all = Array.from({ length: info.pageCount }, (_, index) => index)
    return await Array.fromAsync(parsePages(document, all, withoutPictures(options)), ({ page }) => page.blocks)
  } finally {
    document.close()
  }
}

export interface Parsed {
  readonly info: DocumentInfo
  readonly outputs: RenderedOutputs
  /** What was read: of a converted file the PDF. */
  readonly read: SourceDocument
}

/** The whole way from bytes to rendered outputs: what the command line and tests use. */
export async function parse(
  source: SourceDocument,
  task: { options: ParseOptions; links: ImageLinks },
  deps: ParseDeps,
): Promise<Parsed> {
  const readable = await convertIfNeeded(source, task.options, deps)
  const { document, info: found } = await openDocument(readable.source, deps)
  const info = { ...found, fileType: source.fileType }
  try {
    const pages = await Array.fromAsync(parsePages(document, choosePages(task.options, info), task.options), (page) =>
      supplement(page, readable.lost),
    )
    return { info, outputs: await finish(pages, info, task), read: readable.source }
  } finally {
    document.close()
  }
}
