/** Reads the original where the converter fails or loses all text. */
import { hasBytesAt } from '../model/bytes.ts'
import type { Block } from '../model/document.ts'
import { ParseError } from '../model/errors.ts'
import type { OfficeMode } from '../model/options.ts'
import type { ConvertJob, OfficeConverter } from './converter.ts'
import { isLocked } from './encryption/encryption.ts'
import { lockedError } from './encryption/encryption-errors.ts'
import { noRecoveredContent, type RecoveredContent } from './fixups/recovered-content.ts'
import { conversionTarget, typeOfConverted } from './formats.ts'
import type { PreparedFile } from './prepare.ts'

interface ConversionRequest {
  readonly fileType: string
  readonly password: string | null
  readonly mode: OfficeMode
  /** One more page is converted, to notice longer documents. */
  readonly maxPages: number
  readonly converter: OfficeConverter
  prepare(): Promise<PreparedFile>
  readonly readOriginal: (() => Promise<readonly (readonly Block[])[]>) | null
  readonly requestId?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type Conversion =
  | { readonly kind: 'converted'; readonly bytes: Uint8Array; readonly recovered: RecoveredContent }
  | { readonly kind: 'original'; readonly recovered: RecoveredContent }

const warnings = {
  damaged:
    'The Office converter reports the document as damaged; it was read directly instead, and parts may be missing.',
  noText: 'The pages that the Office converter made of the document have no text; it was read directly instead.',
} as const

export async function convertOfficeFile(request: ConversionRequest): Promise<Conversion> {
  const { readOriginal } = request
  try {
    const converted = await prepareAndConvert(request)
    const mayBeEmpty = typeOfConverted(converted.bytes) === '.pdf' && !mayContainText(converted.bytes)
    return mayBeEmpty && readOriginal !== null && (await hasBlock(readOriginal, containsText))
      ? original(warnings.noText)
      : converted
  } catch (error) {
    // Locked files fail with 1106, too, but the direct reader refuses them as well.
    const isDamaged = error instanceof ParseError && error.code === 1106
    if (readOriginal === null || !isDamaged || !(await hasBlock(readOriginal, () => true))) throw error
    return original(warnings.damaged)
  }
}

async function prepareAndConvert(request: ConversionRequest): Promise<Conversion & { readonly kind: 'converted' }> {
  const { fileType, mode, maxPages, converter, requestId, signal } = request
  const { recovered, ...prepared } = await request.prepare()
  const job = {
    ...prepared,
    fileType,
    into: conversionTarget(fileType, mode),
    maxPages: maxPages + 1,
    ...(requestId === undefined ? {} : { requestId }),
  }
  const bytes = await convertPrepared(job, converter, { hasPassword: request.password !== null, signal })
  return { kind: 'converted', bytes, recovered }
}

export async function convertPrepared(
  job: ConvertJob,
  converter: OfficeConverter,
  { hasPassword, signal }: { readonly hasPassword: boolean; readonly signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  try {
    return await converter.convert(job, signal === undefined ? {} : { signal })
  } catch (error) {
    // Some locked files open with a default password, so the lock is checked afterwards.
    if (error instanceof ParseError && error.code === 1106 && isLocked(job.bytes)) throw lockedError({ hasPassword })
    throw error
  }
}

function original(warning: string): Conversion {
  return { kind: 'original', recovered: { ...noRecoveredContent, warnings: [warning] } }
}

const documentErrors = new Set([1104, 1106, 1132, 1139])

async function hasBlock(
  readOriginal: () => Promise<readonly (readonly Block[])[]>,
  matches: (block: Block) => boolean,
): Promise<boolean> {
  try {
    return (await readOriginal()).some((blocks) => blocks.some(matches))
  } catch (error) {
    if (error instanceof ParseError && documentErrors.has(error.code)) return false
    throw error
  }
}

function containsText(block: Block): boolean {
  if (block.kind === 'table') return block.cells.some(({ text }) => text.trim() !== '')
  return block.kind !== 'figure' && block.text.trim() !== ''
}

/** Keys of fonts (ISO 32000-1, 9.6 and 9.7) and compressed objects, which may contain fonts (7.5.7). */
const fontKeys = ['/BaseFont', '/CharProcs', '/ObjStm'].map((key) => new TextEncoder().encode(key))

export function mayContainText(pdf: Uint8Array): boolean {
  for (let at = pdf.indexOf(0x2f); at >= 0; at = pdf.indexOf(0x2f, at + 1))
    if (fontKeys.some((key) => hasBytesAt(pdf, at, key))) return true
  return false
}
