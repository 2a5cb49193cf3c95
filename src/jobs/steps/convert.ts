/**
 * An uploaded document as it can be parsed: an Office file comes back as the converter's PDF, everything else as it is. The file is
 * made ready in the pool; the wait for the converter takes nobody's thread.
 */
import type { Deps } from '../../deps.ts'
import type { Block, DocumentInfo, Page } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import { convertPrepared } from '../../office/convert.ts'
import { convertOrRead } from '../../office/convert-or-read.ts'
import type { OfficeConverter } from '../../office/converter.ts'
import type { RecoveredContent } from '../../office/fixups/recovered-content.ts'
import { conversionTarget } from '../../office/formats.ts'
import { mayReadInstead, withoutPictures } from '../../parse.ts'
import type { InspectJob, JobControl } from '../../pool/pool.ts'

/** What a converter made of a document: a PDF, or a workbook. */
export interface Converted {
  readonly bytes: Uint8Array
  readonly supplement: RecoveredContent
}

type ConvertJob = InspectJob & { readonly options: ParseOptions; readonly requestId?: string }
type ConvertDeps = Pick<Deps, 'pool' | 'converter' | 'settings'>

/**
 * What the converter made of the document; or, where it could not and a reader can, what goes with the document as it was sent. Call it
 * only where `isConverted` says so. Throws what the pool and the converter throw.
 */
export async function convert(
  job: ConvertJob,
  deps: ConvertDeps,
  control: JobControl,
): Promise<Converted | RecoveredContent> {
  return await convertOrRead({
    convert: () => convertOnly(job, deps, control),
    readDirectly: mayReadInstead(job) ? () => readBlocks(job, deps, control) : null,
  })
}

/** Before anything is charged: what is read here is read again when its pages are paid for, and documents like this are rare. */
async function readBlocks(
  { source, fileName, fileType, password, options }: ConvertJob,
  { pool }: ConvertDeps,
  control: JobControl,
) {
  const sent = { source, fileName, fileType, password }
  const { pageCount } = await pool.inspect(sent, control)
  const pageIndexes = Array.from({ length: pageCount }, (_, index) => index)
  const records = await pool.parsePages({ ...sent, pageIndexes, options: withoutPictures(options) }, control)
  // Records are pages as JSON, written by this same version.
  return records.map(({ json }): readonly Block[] => (JSON.parse(new TextDecoder().decode(json)) as Page).blocks)
}

async function convertOnly(
  job: ConvertJob,
  { pool, converter, settings }: ConvertDeps,
  control: JobControl,
): Promise<Converted> {
  const { source, fileName, fileType, options, requestId } = job
  const { speakerNotes } = options
  const { bytes, password, supplement } = await pool.prepare(
    { source, fileName, fileType, password: job.password, speakerNotes },
    control,
  )
  const made = await convertPrepared(
    {
      bytes,
      fileType,
      password,
      into: conversionTarget({ fileType, mode: options.office }),
      maxPages: settings.parse.maxPages + 1,
      ...(requestId === undefined ? {} : { requestId }),
    },
    existing(converter),
    { ...(control.signal === undefined ? {} : { signal: control.signal }), passwordGiven: job.password !== null },
  )
  return { bytes: made, supplement }
}

/** A document that is parsed as something else than it was sent as. */
export interface Readable extends InspectJob {
  readonly recovered?: RecoveredContent | undefined
}

/** What the converter made, `fileType` by its content, in place of the document that it was made of. */
export function asConverted(
  { fileName }: InspectJob,
  made: Pick<InspectJob, 'source' | 'fileType'>,
  supplement: RecoveredContent | null,
): Readable {
  return { ...made, fileName, password: null, ...(supplement === null ? {} : { recovered: supplement }) }
}

/** Looks at a document that may be a converter's PDF: what it says of itself is what was sent. */
export async function inspectConverted(
  { source, fileName, fileType, password }: InspectJob,
  sent: Pick<InspectJob, 'fileType'>,
  { deps: { pool, settings }, control }: { deps: Pick<Deps, 'pool' | 'settings'>; control: JobControl },
): Promise<DocumentInfo> {
  try {
    return { ...(await pool.inspect({ source, fileName, fileType, password }, control)), fileType: sent.fileType }
  } catch (error) {
    // The converter wrote one page more than the limit and stopped there: how many there would be, nobody knows.
    if (!(error instanceof ParseError) || error.code !== 1132 || fileType === sent.fileType) throw error
    const { maxPages } = settings.parse
    throw new ParseError(
      1132,
      `The document has more than ${maxPages} pages, the limit. Split it and send the parts.`,
      { cause: error },
    )
  }
}

function existing(converter: OfficeConverter | undefined): OfficeConverter {
  if (converter === undefined)
    throw new ParseError(
      1139,
      'This deployment has no Office converter any more. Send the document again, or save it as PDF.',
    )
  return converter
}
