import { describe, expect, test } from 'vitest'
import { concatBytes } from '../../src/model/bytes.ts'
import { ParseError } from '../../src/model/errors.ts'
import { readMultipart } from '../../src/uploads/multipart.ts'
import { openBody } from '../../src/uploads/request-body.ts'
import { type FormPart, formBody, streamOf, testBoundary } from '../http/form.ts'

const type = `multipart/form-data; boundary=${testBoundary}`

interface Seen {
  fields: Record<string, readonly string[]>
  files: { name: string; fileName: string | null; mediaType: string; text: string; fieldsBefore: string[] }[]
}

async function read(chunks: Iterable<Uint8Array>, contentType: string | null = type): Promise<Seen> {
  const files: Seen['files'] = []
  const fields = await readMultipart(openBody(streamOf(chunks)), contentType, {
    isFile: ({ fileName }) => fileName !== null,
    async openFile(headers, fieldsSoFar) {
      const received: Uint8Array[] = []
      const fieldsBefore = [...fieldsSoFar.keys()]
      return {
        async write(chunk) {
          await Promise.resolve()
          received.push(chunk.slice())
        },
        async close() {
          files.push({ ...headers, text: new TextDecoder('latin1').decode(concatBytes(received)), fieldsBefore })
        },
      }
    },
  })
  return { fields: Object.fromEntries(fields), files }
}

async function refusal(chunks: Iterable<Uint8Array>, contentType: string | null = type): Promise<string> {
  const error = await read(chunks, contentType).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ParseError)
  expect((error as ParseError).code).toBe(1133)
  return (error as ParseError).message
}

const trap = `\r\n--${testBoundary.slice(0, -1)}\r\r\n--\r\n\r`
const parts: FormPart[] = [
  { name: 'output_formats', value: 'markdown' },
  { name: 'file', fileName: '报告.pdf', value: trap },
  { name: 'output_formats', value: 'json' },
  { name: 'api_key', value: 'sk-ключ' },
  { name: 'empty', value: '' },
]

function check(seen: Seen): void {
  expect(seen.fields).toEqual({ output_formats: ['markdown', 'json'], api_key: ['sk-ключ'], empty: [''] })
  expect(seen.files).toEqual([
    { name: 'file', fileName: '报告.pdf', mediaType: '', text: trap, fieldsBefore: ['output_formats'] },
  ])
}

describe('chunks', () => {
  const bytes = formBody(parts)

  test('all at once', async () => check(await read([bytes])))
  test('byte by byte', async () => check(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))))
  test('split in two at every position', async () => {
    for (let cut = 1; cut < bytes.length; cut++) check(await read([bytes.subarray(0, cut), bytes.subarray(cut)]))
  })
  test('split in three at every position', async () => {
    for (let cut = 1; cut + 2 < bytes.length; cut++)
      check(await read([bytes.subarray(0, cut), bytes.subarray(cut, cut + 1), bytes.subarray(cut + 1)]))
  })
  test('a file at the end, split at every position of the closing boundary', async () => {
    const last = formBody([{ name: 'file', fileName: 'a', value: 'content' }])
    for (let cut = last.length - 60; cut < last.length; cut++)
      expect((await read([last.subarray(0, cut), last.subarray(cut)])).files.map(({ text }) => text)).toEqual([
        'content',
      ])
    const bare = last.subarray(0, -2)
    expect((await read([bare.subarray(0, -2), bare.subarray(-2)])).files.map(({ text }) => text)).toEqual(['content'])
  })
  test('preamble and epilogue are ignored', async () => {
    const text = new TextEncoder()
    check(await read([text.encode('hello\r\n'), bytes, text.encode('\r\ngood: bye\r\n--x')]))
  })
})

describe('clients', () => {
  test('a JSON part is a field, a part with a file name is a file', async () => {
    const seen = await read([
      formBody([
        { name: 'element_formats', type: 'application/json', value: '{}' },
        { name: 'file', fileName: 'a', type: 'Application/Octet-Stream; x=y', value: 'x' },
      ]),
    ])
    expect(seen.fields).toEqual({ element_formats: ['{}'] })
    expect(seen.files[0]?.mediaType).toBe('application/octet-stream')
  })

  test('quotes in a file name', async () => {
    const seen = await read([formBody([{ name: 'file', fileName: 'a "b"; c.pdf', value: 'x' }])])
    expect(seen.files[0]?.fileName).toBe('a "b"; c.pdf')
  })

  test('a field with a charset', async () => {
    const headers = 'Content-Disposition: form-data; name="p"\r\nContent-Type: text/plain; charset=iso-8859-1'
    expect((await read([formBody([{ headers, value: Uint8Array.of(0xe9) }])])).fields).toEqual({ p: ['é'] })
  })

  test('a boundary with characters that require quotes', async () => {
    const boundary = '----=_Part_0_1:2'
    expect(
      (await read([formBody(parts, { boundary })], `multipart/form-data; boundary=${boundary}`)).fields.api_key,
    ).toEqual(['sk-ключ'])
  })
})

describe('refused', () => {
  test('a wrong or missing content type or boundary is named', async () => {
    expect(await refusal([formBody(parts)], null)).toContain('missing')
    expect(await refusal([formBody(parts)], 'application/json')).toContain('"application/json"')
    expect(await refusal([formBody(parts)], 'multipart/form-data')).toContain('boundary')
  })

  test('a form without its closing boundary is incomplete', async () => {
    const bytes = formBody(parts)
    expect(await refusal([])).toContain('no body')
    expect(await refusal([bytes.subarray(0, 30)])).toContain('incomplete')
    expect(await refusal([bytes.subarray(0, bytes.length - 5)])).toContain('incomplete')
    expect(await refusal([formBody(parts, { boundary: 'other' })])).toContain('incomplete')
  })

  test('a closed connection is reported with the bytes that arrived', async () => {
    const bytes = formBody(parts)
    const broken = (function* () {
      yield bytes.subarray(0, 40)
      throw new Error('ECONNRESET')
    })()
    expect(await refusal(broken)).toContain('after 40 bytes')
  })

  test('long fields, long forms and too many parts are refused', async () => {
    expect(await refusal([formBody([{ name: 'password', value: 'x'.repeat(300 * 1024) }])])).toContain(
      '"password" is longer than 256 KB',
    )
    const long = Array.from({ length: 6 }, (_, index) => ({ name: `f${index}`, value: 'x'.repeat(200 * 1024) }))
    expect(await refusal([formBody(long)])).toContain('1024 KB together')
    expect(await refusal([formBody(Array.from({ length: 101 }, () => ({ name: 'a', value: 'b' })))])).toContain(
      'more than 100 parts',
    )
  })

  test('malformed headers of a part are refused', async () => {
    expect(await refusal([formBody([{ headers: 'no colon here', value: 'x' }])])).toContain('malformed')
    expect(
      await refusal([
        formBody([{ headers: 'Content-Disposition: form-data; filename*=UTF-8\'\'%zz; name="file"', value: 'x' }]),
      ]),
    ).toContain('malformed')
    expect(await refusal([formBody([{ headers: 'Content-Disposition: form-data', value: 'x' }])])).toContain('no name')
  })
})

test('the next chunk is read only after the previous one is written', async () => {
  let handedOut = 0
  let written = 0
  let most = 0
  const bytes = formBody([{ name: 'file', fileName: 'a', value: new Uint8Array(1_000_000) }])
  const chunks = (function* () {
    for (let offset = 0; offset < bytes.length; offset += 10_000) {
      handedOut += Math.min(10_000, bytes.length - offset)
      most = Math.max(most, handedOut - written)
      yield bytes.subarray(offset, offset + 10_000)
    }
  })()
  await readMultipart(openBody(streamOf(chunks)), type, {
    isFile: () => true,
    openFile: async () => ({
      async write(chunk) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        written += chunk.length
      },
      async close() {},
    }),
  })
  expect(written).toBe(1_000_000)
  expect(most).toBeLessThan(50_000)
})

test('parts with a transfer encoding are refused, except for binary', async () => {
  const part = (encoding: string): FormPart => ({
    headers: `Content-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Transfer-Encoding: ${encoding}`,
    value: 'YSxiCjEsMgo=',
  })
  expect(await refusal([formBody([part('Base64')])])).toMatch(/"file".*Content-Transfer-Encoding: base64/)
  expect((await read([formBody([part('binary')])])).files).toHaveLength(1)
})
