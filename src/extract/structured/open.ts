/**
 * Documents that have no drawn pages (HTML, EPUB, text, Office files without a converter) → logical pages. Their structure is
 * known, so they pass by layout; pictures that the outputs can't show as they are become PNG here.
 */

import type { Block, ParsedPage } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { ParseSettings } from '../../model/settings.ts'
import { isLocked, lockedError, unlockPackage } from '../../office/encryption/encryption.ts'
import { archiveLimits } from '../../zip/archive.ts'
import { detectOfficeType } from '../office/detect.ts'
import type { ExtractContext, OpenDocument } from '../types.ts'
import { resolvePageImages } from './page-images.ts'
import { loadDocumentReader } from './registry.ts'
import type { ReaderContext } from './types.ts'

/** Workbooks that are only kept from being changed are encrypted with it, and every program opens them unasked. [MS-OFFCRYPTO] 2.3.7. */
const knownPassword = 'VelvetSweatshop'
/** Compound files (OLE 2) hold encrypted packages; OpenDocument encrypts the parts of its zip archive. */
const lockableMarks = [
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x50, 0x4b, 0x03, 0x04],
]
/** Measured on workbooks of 40 000 cells and more, with Markdown, JSON and zip made of them. */
const cellWeight = 1024
const charWeight = 16
/** Of all cells together, as a multiple of what an archive may unpack to: 80 MB where an isolate has 128. */
const maxWeight = 2
/** As much as types are told by. */
const sampleBytes = 65_536
/** Cells of one sheet, on machines with memory. */
const mostCells = 1_000_000

export async function open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
  const readable = await unlocked(bytes, fileType, context.password)
  const reader = await loadDocumentReader(readable.fileType)
  if (reader === null) throw new ParseError(1104, `Files of type "${readable.fileType}" are not supported.`)
  const document = reader.open(readable.bytes, { fileType: readable.fileType, ...limitsOf(context.settings) })
  const weights = new Map<number, number>()
  return {
    pageCount: document.pageCount,
    async readStructuredPage(pageIndex: number, options: ParseOptions): Promise<ParsedPage> {
      const page = document.readPage(pageIndex, { speakerNotes: options.speakerNotes })
      weights.set(pageIndex, weightOf(page.blocks))
      checkWeight(weights, context.settings)
      const blocks = options.links ? page.blocks : page.blocks.map(withoutLinks)
      return await resolvePageImages(
        { ...page, blocks, warnings: [...document.warnings, ...page.warnings] },
        pageIndex,
        { options, context },
      )
    },
    readPage: noDrawnPage,
    drawRegion: noDrawnPage,
    close() {},
  }
}

interface Readable {
  readonly bytes: Uint8Array
  readonly fileType: string
}

/** A file that is locked with a password, opened: what is inside has a type of its own, which the outside only guesses. */
async function unlocked(bytes: Uint8Array, fileType: string, password: string | null): Promise<Readable> {
  if (!lockableMarks.some((mark) => mark.every((byte, at) => bytes[at] === byte)) || !isLocked(bytes))
    return { bytes, fileType }
  const opened = await unlockPackage(bytes, password ?? knownPassword).catch((error: unknown) => {
    // Nobody gave that password: what is missing is one, and none is wrong.
    throw error instanceof ParseError && password === null ? lockedError({ hasPassword: false }) : error
  })
  if (opened === null) throw lockedError({ hasPassword: password !== null })
  const inside = detectOfficeType({
    head: opened.subarray(0, sampleBytes),
    tail: opened.subarray(-sampleBytes),
    size: opened.length,
    fileName: '',
  })
  return { bytes: opened, fileType: inside ?? fileType }
}

/** Readers keep every link they meet. */
function withoutLinks(block: Block): Block {
  if (block.kind === 'table') return { ...block, cells: block.cells.map(({ links: _, ...cell }) => cell) }
  if (block.kind === 'figure' || block.links === undefined) return block
  const { links: _, ...rest } = block
  return rest
}

/** Bytes that the cells of a page take until they stand in the answer, where all pages of a document meet. */
function weightOf(blocks: readonly Block[]): number {
  return blocks.reduce(
    (sum, block) =>
      block.kind === 'table'
        ? block.cells.reduce((cells, { text }) => cells + cellWeight + charWeight * text.length, sum)
        : sum,
    0,
  )
}

function checkWeight(
  weights: ReadonlyMap<number, number>,
  { maxUnpackedBytes = archiveLimits.maxBytes }: ParseSettings,
): void {
  const most = maxWeight * maxUnpackedBytes
  if (weights.values().reduce((sum, weight) => sum + weight, 0) <= most) return
  const cells = Math.floor(most / cellWeight)
  throw new ParseError(
    1132,
    `The tables on the pages that were asked for have more than ${cells} cells together, or as much text; that is the limit. Ask for fewer pages with page_range, or split the document.`,
  )
}

/** A part is decoded and parsed as a whole, which takes several times its size; a cell takes a kilobyte on its way to the answer. */
function limitsOf({
  maxUnpackedBytes = archiveLimits.maxBytes,
}: ParseSettings): Pick<ReaderContext, 'limits' | 'maxCells'> {
  const limits = {
    ...archiveLimits,
    maxBytes: maxUnpackedBytes,
    maxEntryBytes: Math.min(archiveLimits.maxEntryBytes, maxUnpackedBytes / 4),
  }
  return { limits, maxCells: Math.min(mostCells, Math.floor(maxUnpackedBytes / cellWeight)) }
}

async function noDrawnPage(): Promise<never> {
  throw new Error('a logical page has nothing to draw')
}
