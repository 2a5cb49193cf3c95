import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { render } from '../../src/render/registry.ts'
import { entryName } from '../../src/render/zip.ts'
import { documentOf, figure, optionsWith, page, picture, text } from './documents.ts'

const document = documentOf([page([text('Hello'), figure('', 'p1-2.png'), figure('', 'p1-1.png')])], 'My report.v2.pdf')
const pictures = [picture('p1-1.png'), picture('p1-2.png', new Uint8Array([1, 2, 3])), picture('p1-3.png')]

test('contains Markdown, JSON and images with relative paths', () => {
  const options = optionsWith({ outputFormats: ['markdown', 'json', 'zip'] })
  const outputs = render(document, pictures, { options, links: { kind: 'url', base: 'http://localhost/f/' } })
  const entries = unzipSync(outputs.zip ?? new Uint8Array())
  expect(Object.keys(entries)).toEqual(['My report.v2.md', 'My report.v2.json', 'images/p1-2.png', 'images/p1-1.png'])
  expect(strFromU8(entries['My report.v2.md'] ?? new Uint8Array())).toBe(
    'Hello\n\n![](images/p1-2.png)\n\n![](images/p1-1.png)\n',
  )
  expect(JSON.parse(strFromU8(entries['My report.v2.json'] ?? new Uint8Array())).pages[0].blocks[1].img_url).toBe(
    'images/p1-2.png',
  )
  expect(entries['images/p1-2.png']).toEqual(new Uint8Array([1, 2, 3]))
  expect(outputs.markdown).toContain('http://localhost/f/p1-2.png')
  expect(outputs.images.map(({ name }) => name)).toEqual(['p1-2.png', 'p1-1.png'])
})

test('is deterministic, has JSON only on request, and images regardless of element_formats.image', () => {
  const options = optionsWith({ outputFormats: ['zip'], elementFormats: { image: 'none' } })
  const make = () => render(document, pictures, { options, links: { kind: 'none' } })
  const first = make()
  expect(first.zip).toEqual(make().zip)
  expect(first.images).toEqual([])
  expect(first).not.toHaveProperty('markdown')
  expect(Object.keys(unzipSync(first.zip ?? new Uint8Array()))).toEqual([
    'My report.v2.md',
    'images/p1-2.png',
    'images/p1-1.png',
  ])
  // 1980-01-01 12:00 in DOS format, at offset 10 of the first local header.
  expect([...(first.zip ?? []).slice(10, 14)]).toEqual([0, 0x60, 0x21, 0])
})

test('entry names are safe to unpack', () => {
  for (const [given, safe] of [
    ['report.pdf', 'report'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\docs\\a:b?.pdf', 'a_b_'],
    ['.pdf', 'pdf'],
    ['', 'document'],
    ['...', 'document'],
    ['a\u0000b\u202efdp.exe', 'a_b_fdp'],
    ['年报 2024.pdf', '年报 2024'],
    ['x'.repeat(300), 'x'.repeat(80)],
  ] as const)
    expect(entryName(given), given).toBe(safe)
})
