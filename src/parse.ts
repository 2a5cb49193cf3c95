/**
 * Extracts, lays out and enriches pages (`parsePages`), in any order and on any machine, then assembles and renders the
 * document (`finish`).
 */
import { assemble } from './assemble/assemble.ts'
import type { ParseDeps } from './deps.ts'
import { cropFigures } from './enrich/crop-figures.ts'
import { addFigureText } from './enrich/figure-text.ts'
import { insertImagePlaceholders } from './enrich/inline-images.ts'
import { addPageImage } from './enrich/page-rendering.ts'
import { addQrCodes } from './enrich/qr-codes.ts'
import { toOriginalPage } from './extract/ocr/deskewed-page.ts'
import { openDocument, type SourceDocument } from './extract/open-document.ts'
import { attachLinks } from './extract/pdf/attach-links.ts'
import type { OpenDocument } from './extract/types.ts'
import { layoutPage } from './layout/layout.ts'
import type { LayoutObserver } from './layout/state.ts'
import type { Block, Document, DocumentInfo, Page, ParsedPage } from './model/document.ts'
import type { ParseOptions } from './model/options.ts'
import { choosePages } from './model/page-selection.ts'
import type { RawPage } from './model/raw-page.ts'
import { type PageMeasurement, type StageTime, type StageTimer, unmeasured } from './model/stage-times.ts'
import { withoutImages } from './office/conversion-choice.ts'
import { convertSource } from './office/convert-source.ts'
import type { RecoveredContent } from './office/fixups/recovered-content.ts'
import { restoreContent } from './office/restore-content.ts'
import { render } from './render/registry.ts'
import { loadTokenizer } from './render/token-count.ts'
import type { ImageLinks, RenderedOutputs } from './render/types.ts'

interface ParseTask {
  readonly options: ParseOptions
  readonly links: ImageLinks
  /** Default: data URIs. */
  readonly embedded?: ImageLinks
  readonly observer?: ParseObserver
  /** Called before the first page and after each one. Can take over the remaining pages for other threads. */
  readonly onPage?: (progress: PageProgress) => Promise<readonly ParsedPage[] | null>
}

export interface PageProgress {
  readonly parsed: number
  readonly remaining: readonly number[]
  /** The parsed document: the PDF of a converted file. */
  readonly source: SourceDocument
  /** Content of the original that the PDF lacks. */
  readonly recovered?: RecoveredContent | undefined
}

/** `stages` must be those of the document's context. */
interface PageHooks {
  readonly observer?: LayoutObserver | undefined
  readonly stages?: StageTimer | undefined
}

export interface ParseObserver extends LayoutObserver {
  onDocument(document: Document): void
}

export interface Parsed {
  readonly info: DocumentInfo
  readonly outputs: RenderedOutputs
  readonly parsedSource: SourceDocument
}

/** Runs in this process. Throws `ParseError`. */
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
  for await (const page of parsePages(document, pageIndexes, task.options, { observer: task.observer })) {
    pages.push(await restoreContent(page, readable.recovered))
    rest = await report()
    if (rest !== null) return [...pages, ...rest]
  }
  return pages
}

/** Parses sequentially, with one page in memory. `pageIndexes` are 0-based. */
export async function* parsePages(
  document: OpenDocument,
  pageIndexes: readonly number[],
  options: ParseOptions,
  hooks: PageHooks = {},
): AsyncGenerator<ParsedPage> {
  const { stages } = hooks
  for (const pageIndex of pageIndexes) {
    stages?.take()
    const page =
      document.readStructuredPage === undefined
        ? await parsePage(document, pageIndex, { options, hooks })
        : await document.readStructuredPage(pageIndex, options)
    const parsed = await addPageImage(page, document, options)
    yield stages === undefined ? parsed : { ...parsed, measured: measurementOf(parsed.page, stages.take()) }
  }
}

async function parsePage(
  document: OpenDocument,
  pageIndex: number,
  { options, hooks }: { options: ParseOptions; hooks: PageHooks },
): Promise<ParsedPage> {
  const { observer, stages: { measure, measureSync } = unmeasured } = hooks
  const read = await measure('read', () => document.readPage(pageIndex, options))
  const raw = insertImagePlaceholders(read, options)
  const page = measureSync('layout', () => layout(raw, observer))
  const linked = raw.links === undefined ? page : attachLinks(page, raw.spans, raw.links)
  const withText = await measure('figures', async () =>
    addFigureText(await addQrCodes(linked, { document, raw }), { document, raw }, options),
  )
  return await measure('images', () => cropFigures(withText, { document, raw }, options))
}

function measurementOf({ blocks }: Page, stages: readonly StageTime[]): PageMeasurement {
  // Text in figures is not the page's.
  const isRecognized = stages.some(({ stage }) => stage === 'ocr')
  const recognized = isRecognized ? blocks.filter(({ source }) => source === 'ocr') : []
  const weightOf = (block: Block): number => ('text' in block ? block.text.length : 1)
  const weight = recognized.reduce((sum, block) => sum + weightOf(block), 0)
  const weighted = recognized.reduce((sum, block) => sum + block.confidence * weightOf(block), 0)
  return {
    source: recognized.length > 0 ? 'ocr' : stages.length > 0 ? 'text_layer' : 'document',
    ocrConfidence: weight > 0 ? weighted / weight : null,
    stages,
  }
}

/** Pages of skewed scans are laid out in deskewed coordinates. */
function layout(raw: RawPage, observer: LayoutObserver | undefined): Page {
  const { deskewed } = raw
  return deskewed === undefined
    ? layoutPage(raw, observer)
    : toOriginalPage(layoutPage({ ...raw, ...deskewed }, observer), { ...raw, toPage: deskewed.toPage })
}

/** `pages` must be in page order. */
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
