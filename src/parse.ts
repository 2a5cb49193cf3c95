/**
 * The pipeline: extract, layout and enrich for each page (`parsePages`), then assemble and render for the whole document (`finish`).
 * Pages can be parsed in any order and on any machine; only `finish` needs all of them.
 */
import { assemble } from './assemble/assemble.ts'
import type { ParseDeps } from './deps.ts'
import { cropFigures } from './enrich/crop-figures.ts'
import { addFigureText } from './enrich/figure-text.ts'
import { insertImagePlaceholders } from './enrich/inline-images.ts'
import { addPageImage } from './enrich/page-rendering.ts'
import { addQrCodes } from './enrich/qr-codes.ts'
import { placePage } from './extract/ocr/deskewed-page.ts'
import { openDocument, type SourceDocument } from './extract/open-document.ts'
import { attachLinks } from './extract/pdf/attach-links.ts'
import type { OpenDocument } from './extract/types.ts'
import { layoutPage } from './layout/layout.ts'
import type { LayoutObserver } from './layout/state.ts'
import type { Block, Document, DocumentInfo, Page, ParsedPage } from './model/document.ts'
import type { ParseOptions } from './model/options.ts'
import { choosePages } from './model/page-selection.ts'
import type { RawPage } from './model/raw-page.ts'
import { withoutImages } from './office/conversion-choice.ts'
import { convertSource } from './office/convert-source.ts'
import type { RecoveredContent } from './office/fixups/recovered-content.ts'
import { restoreContent } from './office/restore-content.ts'
import { render } from './render/registry.ts'
import { loadTokenizer } from './render/token-count.ts'
import type { ImageLinks, RenderedOutputs } from './render/types.ts'

export interface ParseTask {
  readonly options: ParseOptions
  readonly links: ImageLinks
  /** How the HTML refers to images; default: data URIs. */
  readonly embedded?: ImageLinks
  /** Receives intermediate results, for debugging. */
  readonly observer?: ParseObserver
  /** Called before the first page and after each one. Can take over the remaining pages, to parse them on other threads. */
  readonly onPage?: (progress: PageProgress) => Promise<readonly ParsedPage[] | null>
}

export interface PageProgress {
  /** Number of pages that are parsed. */
  readonly parsed: number
  /** Indexes of the pages that are not. */
  readonly remaining: readonly number[]
  /** The document that is parsed: the PDF of a converted file. */
  readonly source: SourceDocument
  /** Content of the original that the pages of the PDF do not have. */
  readonly recovered?: RecoveredContent | undefined
}

export interface ParseObserver extends LayoutObserver {
  /** The document before rendering. */
  onDocument(document: Document): void
}

export interface Parsed {
  readonly info: DocumentInfo
  readonly outputs: RenderedOutputs
  /** The document that was parsed: the PDF of a converted file. */
  readonly parsedSource: SourceDocument
}

/** From bytes to rendered outputs, in this process. Throws `ParseError`. */
export async function parse(source: SourceDocument, task: ParseTask, deps: ParseDeps): Promise<Parsed> {
  const { options } = task
  const { source: parsedSource, recovered } = await convertSource(source, options, {
    ...deps,
    readBlocks: () => readBlocks(source, options, deps),
  })
  const { document, info: found } = await openDocument(parsedSource, deps)
  try {
    const info = { ...found, fileType: source.fileType }
    const pages = await parseSelectedPages(document, choosePages(options, info), {
      task,
      source: parsedSource,
      recovered,
    })
    return { info, outputs: await finish(pages, info, task), parsedSource }
  } finally {
    document.close()
  }
}

async function parseSelectedPages(
  document: OpenDocument,
  pageIndexes: readonly number[],
  { task, ...readable }: { task: ParseTask } & Pick<PageProgress, 'source' | 'recovered'>,
): Promise<ParsedPage[]> {
  const pages: ParsedPage[] = []
  const report = async (): Promise<readonly ParsedPage[] | null> =>
    (await task.onPage?.({ parsed: pages.length, remaining: pageIndexes.slice(pages.length), ...readable })) ?? null
  let rest = await report()
  if (rest !== null) return [...rest]
  for await (const page of parsePages(document, pageIndexes, task.options, task.observer)) {
    pages.push(await restoreContent(page, readable.recovered))
    rest = await report()
    if (rest !== null) return [...pages, ...rest]
  }
  return pages
}

/** Parses pages one after the other; at most one is in memory here. `pageIndexes` are 0-based. */
export async function* parsePages(
  document: OpenDocument,
  pageIndexes: readonly number[],
  options: ParseOptions,
  observer?: LayoutObserver,
): AsyncGenerator<ParsedPage> {
  for (const pageIndex of pageIndexes) {
    const page =
      document.readStructuredPage === undefined
        ? await parsePage(document, pageIndex, { options, observer })
        : await document.readStructuredPage(pageIndex, options)
    yield await addPageImage(page, document, options)
  }
}

async function parsePage(
  document: OpenDocument,
  pageIndex: number,
  { options, observer }: { options: ParseOptions; observer: LayoutObserver | undefined },
): Promise<ParsedPage> {
  const raw = insertImagePlaceholders(await document.readPage(pageIndex, options), options)
  const page = layout(raw, observer)
  const linked = raw.links === undefined ? page : attachLinks(page, raw.spans, raw.links)
  const withCodes = await addQrCodes(linked, { document, raw })
  const withText = await addFigureText(withCodes, { document, raw }, options)
  return await cropFigures(withText, { document, raw }, options)
}

/** Pages of skewed scans are laid out in deskewed coordinates. */
function layout(raw: RawPage, observer: LayoutObserver | undefined): Page {
  const { deskewed } = raw
  return deskewed === undefined
    ? layoutPage(raw, observer)
    : placePage(layoutPage({ ...raw, ...deskewed }, observer), { ...raw, toPage: deskewed.toPage })
}

/** Assembles pages, in page order, into the document and renders the requested formats. */
export async function finish(
  pages: readonly ParsedPage[],
  info: DocumentInfo,
  task: ParseTask,
): Promise<RenderedOutputs> {
  const document = assemble(
    pages.map(({ page }) => page),
    info,
    task.options,
  )
  task.observer?.onDocument(document)
  const { chunk, chunkTokenizer, outputFormats } = task.options
  const hasChunks = chunk !== 'none' || outputFormats.includes('chunks')
  return render(
    document,
    pages.flatMap(({ images }) => images),
    { ...task, ...(hasChunks ? { countTokens: await loadTokenizer(chunkTokenizer) } : {}) },
  )
}

/** The blocks of all pages, read without a converter. */
async function readBlocks(
  source: SourceDocument,
  options: ParseOptions,
  deps: ParseDeps,
): Promise<(readonly Block[])[]> {
  const { document, info } = await openDocument(source, deps)
  try {
    const pageIndexes = Array.from({ length: info.pageCount }, (_, index) => index)
    return await Array.fromAsync(parsePages(document, pageIndexes, withoutImages(options)), ({ page }) => page.blocks)
  } finally {
    document.close()
  }
}
