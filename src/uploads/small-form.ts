/**
 * The small forms of `/usage` and the task routes → fields; multipart or urlencoded, since clients use both.
 * Refuses (1133) other types and bodies too large to hold nothing but a few fields.
 */
import { concatBytes } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { readMediaType } from './content-disposition.ts'
import { readMultipart } from './multipart.ts'
import { type BodyReader, requirePlainBody } from './request-body.ts'

/** A key, a task id, a URL: nothing here needs more. */
const maxFormBytes = 64 * 1024

export async function readForm(body: BodyReader, headers: Headers): Promise<FormFields> {
  requirePlainBody(headers)
  const contentType = headers.get('content-type')
  const limited = limitBody(body)
  switch (readMediaType(contentType)) {
    case 'multipart/form-data':
      // A part with a file name can't be a key: forgotten as it comes.
      return readMultipart(limited, contentType, {
        isFile: ({ fileName }) => fileName !== null,
        openFile: async () => ({ write: async () => undefined, close: async () => undefined }),
      })
    case 'application/x-www-form-urlencoded':
      return readPairs(await readText(limited))
    case '':
      // A request without body and type is an empty form: the answer is about the missing key, not about forms.
      if ((await readText(limited)) === '') return new Map()
      throw new ParseError(
        1133,
        'The request has a body but no Content-Type. Send a form: multipart/form-data or application/x-www-form-urlencoded.',
      )
    default:
      throw new ParseError(
        1133,
        `Send a form: multipart/form-data or application/x-www-form-urlencoded; the Content-Type is "${readMediaType(contentType).slice(0, 100)}".`,
      )
  }
}

function limitBody(body: BodyReader): Pick<BodyReader, 'bytesRead' | 'read'> {
  return {
    get bytesRead() {
      return body.bytesRead
    },
    async read() {
      const chunk = await body.read()
      if (body.bytesRead > maxFormBytes)
        throw new ParseError(
          1133,
          `This form is larger than ${maxFormBytes / 1024} KB; it needs only a few short fields.`,
        )
      return chunk
    },
  }
}

async function readText(body: Pick<BodyReader, 'read'>): Promise<string> {
  const chunks: Uint8Array[] = []
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) chunks.push(chunk)
  return new TextDecoder().decode(concatBytes(chunks))
}

function readPairs(text: string): FormFields {
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name)
    if (values === undefined) fields.set(name, [value])
    else values.push(value)
  }
  return fields
}
