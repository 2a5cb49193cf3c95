import { expect, test } from 'vitest'
import { requireFileType } from '../../src/extract/require-file-type.ts'

const sampleOf = (text: string, fileName: string) => {
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0))
  return { head: bytes, tail: bytes, size: bytes.length, fileName }
}

test('a PDF is recognized by its content', () => {
  expect(requireFileType(sampleOf('%PDF-1.7\n', 'a.txt'))).toBe('.pdf')
})

test('the error names the content of a file of an unsupported type, and the supported types', () => {
  expect(() => requireFileType(sampleOf('\x7fELF\x02\x01', 'true'))).toThrow(
    /^The file "true" has an unsupported type\. Its content \(6 bytes\) is a program\. Supported types: \.pdf /,
  )
})

test('the error does not offer types that only Node reads on Workers', () => {
  const isNode = navigator.userAgent !== 'Cloudflare-Workers'
  const offered = isNode ? expect.stringContaining(' .tga ') : expect.not.stringContaining('.tga')
  expect(() => requireFileType(sampleOf('\x7fELF', 'true'))).toThrow(expect.objectContaining({ message: offered }))
})

test('a truncated Office file is damaged, not unsupported', () => {
  expect(() => requireFileType(sampleOf(`PK\x03\x04${'\0'.repeat(60)}`, 'letter.docx'))).toThrow(
    expect.objectContaining({ code: 1106, message: expect.stringContaining('is cut off') }),
  )
})
