import { describe, expect, test } from 'vitest'
import { readBoundary, readDisposition, readMediaType } from '../../src/uploads/content-disposition.ts'

describe('readBoundary', () => {
  const cases: [string | null, string | null][] = [
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data;boundary="a b:c"', 'a b:c'],
    ['multipart/form-data; charset=utf-8; boundary=----=_Part_0_1.2', '----=_Part_0_1.2'],
    ['multipart/form-data; boundary=abc;', 'abc'],
    ['multipart/form-data; BOUNDARY=abc', 'abc'],
    ['multipart/form-data', null],
    ['multipart/form-data; boundary=', null],
    ['multipart/mixed; boundary=abc', null],
    ['application/json', null],
    [null, null],
  ]
  for (const [header, boundary] of cases) test(String(header), () => expect(readBoundary(header)).toBe(boundary))
})

test('readMediaType', () => {
  expect(readMediaType('Text/HTML; charset=x')).toBe('text/html')
  expect(readMediaType(null)).toBe('')
})

describe('readDisposition', () => {
  const cases: [string, string | null, string | null][] = [
    ['form-data; name="api_key"', 'api_key', null],
    ['form-data; name=api_key', 'api_key', null],
    ['form-data; name="file"; filename="a.pdf"', 'file', 'a.pdf'],
    ['form-data; filename="a.pdf"; name="file"', 'file', 'a.pdf'],
    ['form-data; name="file"; filename=a.pdf', 'file', 'a.pdf'],
    ['form-data; name="file"; filename=""', 'file', ''],
    ['form-data; name="file"; filename="报告 2024.pdf"', 'file', '报告 2024.pdf'],
    ['form-data; name="file"; filename="%E6%8A%A5%E5%91%8A.pdf"', 'file', '报告.pdf'],
    ['form-data; name="file"; filename="100%.pdf"', 'file', '100%.pdf'],
    ['form-data; name="file"; filename="50%zz%41.pdf"', 'file', '50%zz%41.pdf'],
    ['form-data; name="file"; filename="say \\"hi\\".pdf"', 'file', 'say "hi".pdf'],
    ['form-data; name="file"; filename="say "hi"; then.pdf"', 'file', 'say "hi"; then.pdf'],
    ['form-data; name="file"; filename="x%22y.pdf"', 'file', 'x"y.pdf'],
    ['form-data; name="file"; filename="C:\\Users\\me\\a.pdf"', 'file', 'a.pdf'],
    ['form-data; name="file"; filename="../../etc/passwd"', 'file', 'passwd'],
    ['form-data; name="file"; filename="..%2F..%2Fx.pdf"', 'file', 'x.pdf'],
    ['form-data; name="file"; filename="fallback.pdf"; filename*=UTF-8\'\'na%C3%AFve.pdf', 'file', 'naïve.pdf'],
    ["form-data; name=file; filename*=utf-8'en'%E2%82%AC%20rates.pdf", 'file', '€ rates.pdf'],
    ["form-data; name=file; filename*=iso-8859-1''na%EFve.pdf", 'file', 'naïve.pdf'],
    ['form-data; name="file"; filename="ok.pdf"; filename*=UTF-8\'\'%zz', 'file', 'ok.pdf'],
    ['form-data; name="file"; filename=".."', 'file', ''],
    ['form-data; name="file"; filename="a\u202egpj.pdf\u0007"', 'file', 'agpj.pdf'],
    ['form-data', null, null],
    ['', null, null],
  ]
  for (const [header, name, fileName] of cases)
    test(header, () => expect(readDisposition(header)).toEqual({ name, fileName }))

  test('a long name keeps its extension', () => {
    const { fileName } = readDisposition(`form-data; name="file"; filename="${'x'.repeat(500)}.pdf"`)
    expect(fileName).toHaveLength(200)
    expect(fileName).toMatch(/x\.pdf$/)
  })

  // Quadratic time would take hours.
  test('a hostile header is read in linear time', { timeout: 60_000 }, () => {
    const headers = [
      `name="file"; filename="${'\\'.repeat(1_000_000)}`,
      'a="b" '.repeat(200_000),
      `filename="${'"'.repeat(1_000_000)}x`,
      `filename="${'"; '.repeat(300_000)}`,
    ]
    for (const header of headers) expect(() => readDisposition(`form-data; ${header}`)).not.toThrow()
  })
})

test('a header with many unclosed quotes is read in linear time', () => {
  const startedAt = performance.now()
  for (const part of [';a="x', ';a="\\'])
    expect(readDisposition(`form-data; name="file"${part.repeat(20_000)}`).name).toBe('file')
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
