/** Forms without files, multipart or URL-encoded. Other types and large bodies are error 1133. */
import { ParseError } from '../model/errors.ts'
import type { FormFields } from '../model/read-options.ts'
import { readMediaType } from './content-disposition.ts'
import { discardingSink, readMultipart } from './multipart.ts'
import { type BodyReader, limitBody, readBodyText, refuseCompressedBody } from './request-body.ts'

const MAX_FORM_BYTES = 64 * 1024

export async function readForm(body: BodyReader, headers: Headers): Promise<FormFields> {
  refuseCompressedBody(headers)
  const contentType = headers.get('content-type')
  const limit = {
    maxBytes: MAX_FORM_BYTES,
    tooLarge: () =>
      new ParseError(1133, `This form is larger than ${MAX_FORM_BYTES / 1024} KB; it needs only a few short fields.`),
  }
  const mediaType = readMediaType(contentType)
  switch (mediaType) {
    case 'multipart/form-data':
      return await readMultipart(limitBody(body, limit), contentType, {
        isFile: ({ fileName }) => fileName !== null,
        openFile: async () => discardingSink,
      })
    case 'application/x-www-form-urlencoded':
      return readPairs(await readBodyText(body, limit))
    case '':
      if ((await readBodyText(body, limit)) === '') return new Map()
      throw new ParseError(
        1133,
        'The request has a body but no Content-Type. Send a form: multipart/form-data or application/x-www-form-urlencoded.',
      )
    default:
      throw new ParseError(
        1133,
        `Send a form: multipart/form-data or application/x-www-form-urlencoded; the Content-Type is "${mediaType.slice(0, 100)}".`,
      )
  }
}

function readPairs(text: string): FormFields {
  return new Map(
    Array.from(
      Map.groupBy(new URLSearchParams(text), ([name]) => name),
      ([name, pairs]) => [name, pairs.map(([, value]) => value)],
    ),
  )
}
