/** Opens structured formats, whose pages skip layout. */

import { hasBytesAt } from '../../model/bytes.ts'
import type { Block, ParsedPage } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import type { ParseSettings } from '../../model/settings.ts'
import { sumOf } from '../../model/statistics.ts'
import { COMPOUND_SIGNATURE } from '../../office/compound-file.ts'
import { isLocked, unlockPackage } from '../../office/encryption/encryption.ts'
import { lockedError } from '../../office/encryption/encryption-errors.ts'
import { archiveLimits } from '../../zip/archive.ts'
import { detectOfficeType } from '../office/detect.ts'
import { type ExtractContext, type OpenDocument, sampleOf } from '../types.ts'
import { resolvePageImages } from './page-images.ts'
import { loadReader } from './readers.ts'
import type { ReaderContext } from './types.ts'

export async function open(bytes: Uint8Array, fileType: string, context: ExtractContext): Promise<OpenDocument> {
  const file = await unlock(bytes, fileType, context.password)
  const reader = await loadReader(file.fileType)
  if (reader === null) throw new ParseError(1104, `Files of type "${file.fileType}" are not supported.`)
  const document = reader.open(file.bytes, { fileType: file.fileType, ...readerLimits(context.settings) })
  const tableBytes = new Map<number, number>()
  return {
    pageCount: document.pageCount,
    async readStructuredPage(pageIndex: number, options: ParseOptions): Promise<ParsedPage> {
      const page = document.readPage(pageIndex, { speakerNotes: options.speakerNotes })
      tableBytes.set(pageIndex, estimateTableBytes(page.blocks))
      checkTableBytes(tableBytes, context.settings)
      const blocks = options.links ? page.blocks : page.blocks.map(withoutLinks)
      const warnings = [...document.warnings, ...page.warnings]
      return await resolvePageImages({ ...page, blocks, warnings }, pageIndex, { options, context })
    },
    readPage: rejectDrawing,
    drawRegion: rejectDrawing,
    close() {},
  }
}

/** Password of workbooks that are only write-protected ([MS-OFFCRYPTO] 2.3.7). */
const WRITE_PROTECTION_PASSWORD = 'VelvetSweatshop'
/** Encrypted OOXML is inside a compound file (OLE 2), encrypted OpenDocument inside its zip archive. */
const LOCKABLE_SIGNATURES = [COMPOUND_SIGNATURE, [0x50, 0x4b, 0x03, 0x04]]

async function unlock(
  bytes: Uint8Array,
  fileType: string,
  password: string | null,
): Promise<{ bytes: Uint8Array; fileType: string }> {
  const isLockable = LOCKABLE_SIGNATURES.some((signature) => hasBytesAt(bytes, 0, signature))
  if (!isLockable || !isLocked(bytes)) return { bytes, fileType }
  const unlocked = await unlockPackage(bytes, password ?? WRITE_PROTECTION_PASSWORD).catch((error: unknown) => {
    throw error instanceof ParseError && password === null ? lockedError({ hasPassword: false }) : error
  })
  if (unlocked === null) throw lockedError({ hasPassword: password !== null })
  const detected = detectOfficeType(sampleOf(unlocked))
  return { bytes: unlocked, fileType: detected ?? fileType }
}

function withoutLinks(block: Block): Block {
  if (block.kind === 'table') return { ...block, cells: block.cells.map(({ links: _, ...cell }) => cell) }
  if (block.kind === 'figure' || block.links === undefined) return block
  const { links: _, ...rest } = block
  return rest
}

/** Memory of a table cell and of a character in it until the output is written. */
const CELL_BYTES = 1024
const CHARACTER_BYTES = 16
/** Maximum memory of tables, also as a multiple of the archive's unpacked size. */
const MAX_TABLE_BYTES = 320 << 20
const MAX_TABLE_RATIO = 2
const MAX_SHEET_CELLS = 200_000

function estimateTableBytes(blocks: readonly Block[]): number {
  const cells = blocks.flatMap((block) => (block.kind === 'table' ? block.cells : []))
  return cells.reduce((sum, { text }) => sum + CELL_BYTES + CHARACTER_BYTES * text.length, 0)
}

function checkTableBytes(
  tableBytes: ReadonlyMap<number, number>,
  { maxUnpackedBytes = archiveLimits.maxBytes }: ParseSettings,
): void {
  const limit = Math.min(MAX_TABLE_BYTES, MAX_TABLE_RATIO * maxUnpackedBytes)
  const bytes = sumOf(tableBytes.values())
  if (bytes <= limit) return
  throw new ParseError(
    1132,
    `The tables on the requested pages are as large as ${Math.ceil(bytes / CELL_BYTES)} cells, and the limit is ${Math.floor(limit / CELL_BYTES)}. Request fewer pages with page_range, or split the document.`,
  )
}

/** Parsing a part takes several times its size. */
function readerLimits({
  maxUnpackedBytes = archiveLimits.maxBytes,
}: ParseSettings): Pick<ReaderContext, 'limits' | 'maxCells'> {
  return {
    limits: {
      ...archiveLimits,
      maxBytes: maxUnpackedBytes,
      maxEntryBytes: Math.min(archiveLimits.maxEntryBytes, maxUnpackedBytes / 4),
    },
    maxCells: Math.min(MAX_SHEET_CELLS, Math.floor(maxUnpackedBytes / CELL_BYTES)),
  }
}

async function rejectDrawing(): Promise<never> {
  throw new Error('A structured page cannot be drawn')
}
