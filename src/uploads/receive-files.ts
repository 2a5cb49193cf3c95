/** Receives uploads of the compatible APIs: forms with several files, and bodies that are the file. */
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { cleanFileName } from './content-disposition.ts'
import { discardingSink, type PartHeaders, type PartSink, readMultipart } from './multipart.ts'
import {
  isFilePart,
  limitForm,
  limitSink,
  refuseLargeRequest,
  type UploadedFile,
  type UploadLimits,
} from './receive-upload.ts'
import { type BodyReader, refuseCompressedBody } from './request-body.ts'
import type { Spool, SpoolWriter } from './spool.ts'

interface FilesOptions {
  readonly spool: Spool
  readonly limits: UploadLimits
  /** Form part of the files; `null` accepts each part with a file name. */
  readonly partName: string | null
  readonly maxFiles: number
}

/** The files share the limit of one upload, and the caller removes them. Throws as `receiveUpload`. */
export async function receiveFiles(
  body: BodyReader,
  headers: Headers,
  { spool, limits, partName, maxFiles }: FilesOptions,
): Promise<{ readonly fields: FormFields; readonly files: readonly UploadedFile[] }> {
  refuseCompressedBody(headers)
  refuseLargeRequest(headers, limits)
  const writers: SpoolWriter[] = []
  const files: UploadedFile[] = []
  const isWanted = (part: PartHeaders): boolean =>
    (partName === null || part.name === partName || part.name === `${partName}[]`) && isFilePart(part)
  const openFile = async (part: PartHeaders): Promise<PartSink> => {
    if (!isWanted(part)) return limitSink(discardingSink, limits)
    if (writers.length >= maxFiles)
      throw new ParseError(1133, `The request has more than ${maxFiles} files. Send them in several requests.`)
    const writer = await spool.open()
    writers.push(writer)
    const close = async (): Promise<void> => {
      files.push({ ...(await writer.finish()), fileName: part.fileName ?? '' })
    }
    return limitSink({ write: (chunk) => writer.write(chunk), close }, limits)
  }
  try {
    const fields = await readMultipart(limitForm(body, limits), headers.get('content-type'), {
      isFile: (part) => part.fileName !== null || isWanted(part),
      openFile,
    })
    return { fields, files }
  } catch (error) {
    await Promise.all(writers.map((writer) => writer.abort()))
    throw error
  }
}

/** The body is the file, which the caller removes. `fileName` is cleaned as names of forms are. */
export async function receiveBody(
  body: BodyReader,
  headers: Headers,
  { spool, limits, fileName }: { spool: Spool; limits: UploadLimits; fileName: string },
): Promise<UploadedFile> {
  refuseCompressedBody(headers)
  refuseLargeRequest(headers, limits)
  const writer = await spool.open()
  const sink = limitSink({ write: (chunk) => writer.write(chunk), close: async () => undefined }, limits)
  try {
    for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) await sink.write(chunk)
    return { ...(await writer.finish()), fileName: cleanFileName(fileName) }
  } catch (error) {
    await writer.abort()
    throw error
  }
}
