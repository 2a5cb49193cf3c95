import { CFB } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { detectFileType } from '../../src/extract/registry.ts'
import { openCompoundFile } from '../../src/office/compound-file.ts'
import { bytesOf } from '../extract/structured/build.ts'

function compoundFile(streams: Readonly<Record<string, string>>): Uint8Array {
  const file = CFB.utils.cfb_new()
  for (const [path, text] of Object.entries(streams)) CFB.utils.cfb_add(file, path, bytesOf(text))
  return new Uint8Array(CFB.write(file, { type: 'array' }) as ArrayBuffer)
}

const embedding = compoundFile({ '/ObjectPool/_1/WordDocument': 'embedded', '/WordDocument': 'own' })

test('streams of the file are found before those of embedded objects', () => {
  const stream = openCompoundFile(embedding)?.read('WordDocument', 100)
  expect(new TextDecoder().decode(stream ?? undefined)).toBe('own')
})

test('the file name decides between the streams of a file and of its embedded objects', () => {
  const bytes = compoundFile({ '/MBD1/WordDocument': 'embedded', '/Workbook': 'own' })
  const typeOf = (fileName: string): string | null =>
    detectFileType({ head: bytes, tail: new Uint8Array(), size: bytes.length, fileName })
  expect(typeOf('book.xls')).toBe('.xls')
  expect(typeOf('letter.doc')).toBe('.doc')
})
