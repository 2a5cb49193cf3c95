import type { Deps } from '../../deps.ts'
import type { Block, DocumentInfo, Page } from '../../model/document.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import { isConverted, mayReadDirectly, withoutImages } from '../../office/conversion-choice.ts'
import { type Conversion, convertOfficeFile } from '../../office/convert-file.ts'
import type { RecoveredContent } from '../../office/fixups/recovered-content.ts'
import { typeOfConverted } from '../../office/formats.ts'
import type { InspectJob, JobControl, PagesJob } from '../../pool/pool.ts'

type ConvertJob = InspectJob & { readonly options: ParseOptions; readonly requestId?: string }
type ConvertDeps = Pick<Deps, 'pool' | 'converter' | 'settings'>

/** Returns the document to parse: `sent` itself or its conversion. */
export async function toReadable(
  sent: InspectJob,
  options: ParseOptions,
  { deps, control }: { deps: ConvertDeps; control: JobControl },
): Promise<ReadableDocument> {
  if (!isConverted({ fileType: sent.fileType, options }, deps.converter !== undefined)) return sent
  const result = await convert({ ...sent, options }, deps, control)
  const { recovered } = result
  if (result.kind === 'original') return { ...sent, recovered }
  const { bytes } = result
  return asConverted(sent, { source: { kind: 'bytes', bytes }, fileType: typeOfConverted(bytes) }, recovered)
}

/** Requires `isConverted`. */
export async function convert(job: ConvertJob, deps: ConvertDeps, control: JobControl): Promise<Conversion> {
  const { source, fileName, fileType, password, options, requestId } = job
  const { pool, converter, settings } = deps
  if (converter === undefined)
    throw new ParseError(
      1139,
      'This deployment has no Office converter any more. Send the document again, or save it as PDF.',
    )
  return await convertOfficeFile({
    fileType,
    password,
    mode: options.office,
    maxPages: settings.parse.maxPages,
    converter,
    prepare: () => pool.prepare({ source, fileName, fileType, password, speakerNotes: options.speakerNotes }, control),
    readOriginal: mayReadDirectly(job) ? () => readBlocks(job, deps, control) : null,
    requestId,
    signal: control.signal,
  })
}

/** The original is rarely needed, so it may be parsed in addition to the conversion. */
async function readBlocks(
  { options, requestId: _, ...job }: ConvertJob,
  { pool }: ConvertDeps,
  control: JobControl,
): Promise<(readonly Block[])[]> {
  const { pageCount } = await pool.inspect(job, control)
  const pageIndexes = Array.from({ length: pageCount }, (_, index) => index)
  const records = await pool.parsePages({ ...job, pageIndexes, options: withoutImages(options) }, control)
  return records.map(({ json }) => (JSON.parse(new TextDecoder().decode(json)) as Page).blocks)
}

export type ReadableDocument = InspectJob & Pick<PagesJob, 'recovered'>

export function asConverted(
  { fileName }: InspectJob,
  converted: Pick<InspectJob, 'source' | 'fileType'>,
  recovered: RecoveredContent | null,
): ReadableDocument {
  return { ...converted, fileName, password: null, ...(recovered === null ? {} : { recovered }) }
}

/** Returns the type of the file as it was sent. */
export async function inspectConverted(
  { source, fileName, fileType, password }: InspectJob,
  sent: Pick<InspectJob, 'fileType'>,
  { deps: { pool, settings }, control }: { deps: Pick<Deps, 'pool' | 'settings'>; control: JobControl },
): Promise<DocumentInfo> {
  try {
    return { ...(await pool.inspect({ source, fileName, fileType, password }, control)), fileType: sent.fileType }
  } catch (error) {
    // The converter stops one page after the limit, so the number of pages is unknown.
    if (!(error instanceof ParseError) || error.code !== 1132 || fileType === sent.fileType) throw error
    const { maxPages } = settings.parse
    throw new ParseError(
      1132,
      `The document has more than ${maxPages} pages, the limit. Split it and send the parts.`,
      { cause: error },
    )
  }
}
