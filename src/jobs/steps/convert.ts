/**
 * An uploaded document as it can be parsed: an Office file comes back as the converter's PDF, everything else as it is. The file is
 * made ready in the pool; the wait for the converter takes nobody's thread.
 */
import type { Deps } from '../../deps.ts'
import type { Block, DocumentInfo, Page } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import { mayReadDirectly } from '../../office/conversion-choice.ts'
import { type Conversion, convertOfficeFile, withoutImages } from '../../office/convert.ts'
import type { OfficeConverter } from '../../office/converter.ts'
import type { RecoveredContent } from '../../office/fixups/recovered-content.ts'
import type { InspectJob, JobControl } from '../../pool/pool.ts'

type ConvertJob = InspectJob & { readonly options: ParseOptions; readonly requestId?: string }
type ConvertDeps = Pick<Deps, 'pool' | 'converter' | 'settings'>

/** Only for documents that `isConverted`. Throws the errors of the pool and the converter. */
export async function convert(job: ConvertJob, deps: ConvertDeps, control: JobControl): Promise<Conversion> {
  const { source, fileName, fileType, password, options, requestId } = job
  const { pool, converter, settings } = deps
  return await convertOfficeFile({
    fileType,
    password,
    mode: options.office,
    maxPages: settings.parse.maxPages,
    converter: existing(converter),
    prepare: () => pool.prepare({ source, fileName, fileType, password, speakerNotes: options.speakerNotes }, control),
    readOriginal: mayReadDirectly(job) ? () => readBlocks(job, deps, control) : null,
    requestId,
    signal: control.signal,
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
  const records = await pool.parsePages({ ...sent, pageIndexes, options: withoutImages(options) }, control)
  // Records are pages as JSON, written by this same version.
  return records.map(({ json }): readonly Block[] => (JSON.parse(new TextDecoder().decode(json)) as Page).blocks)
}

/** A document that is parsed as something else than it was sent as. */
export interface Readable extends InspectJob {
  readonly recovered?: RecoveredContent | undefined
}

/** What the converter made, `fileType` by its content, in place of the document that it was made of. */
export function asConverted(
  { fileName }: InspectJob,
  made: Pick<InspectJob, 'source' | 'fileType'>,
  recovered: RecoveredContent | null,
): Readable {
  return { ...made, fileName, password: null, ...(recovered === null ? {} : { recovered }) }
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
