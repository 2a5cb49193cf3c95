import { expect, test } from 'vitest'
import { proseOfMarkdown, proseOfTypeScript } from './prose.ts'
import { findWords, proseOf } from './words.ts'

const found = (file: string, source: string): string[] =>
  findWords(proseOf(file, source)).map(({ line, word }) => `${line}: ${word}`)

test('finds prose between code', () => {
  const source = [
    '/** Header',
    ' * goes on. */',
    'const pattern = /\'[/"]`/g // no string begins here',
    "import a from 'module path'",
    `const message = \`Page \${number + \`\${nested} inner text\`} of \${count} pages.\``,
    "throw new Error('File is too large.')",
    'const ratio = a / b / c',
  ].join('\n')
  expect(proseOfTypeScript(source).map(({ line, kind, text }) => `${line} ${kind}: ${text.trim()}`)).toEqual([
    '1 comment: /** Header',
    '2 comment: * goes on. */',
    '3 comment: // no string begins here',
    '4 string: module path',
    '5 string: Page',
    '5 string: inner text',
    '5 string: of',
    '5 string: pages.',
    '6 string: File is too large.',
  ])
})

test('recognizes test titles', () => {
  const source = "test('one title', () => {})\ntest.each([1])('case %i of it', () => {})\nconst text = 'not a title'"
  expect(proseOfTypeScript(source).map(({ kind }) => kind)).toEqual(['title', 'title', 'string'])
})

test('skips code blocks, code, quotations and link targets of Markdown', () => {
  const source = 'A `told` and "told" [text](told.md)\n```\ntold\n```\nHe was told.'
  expect(proseOfMarkdown(source)).toHaveLength(2)
  expect(found('README.md', source)).toEqual(['5: told'])
})

test.each([
  ['// Whoever reads the labelled pieces', ['Whoever', 'pieces', 'labelled']],
  ['/** What stands below. */', ['stands', '/** What']],
  ['/** Formula → LaTeX. */', ['/** Formula →']],
  ['/** Of the raster. */', ['/** Of']],
  ['// Captions are figures; frames are none.', ['are none']],
  ['// "" if there is none of them; a `sider` is a margin note.', []],
  ['// Waits until all promises have settled.', []],
  ['/** States: QUEUING → PROCESSING. */', []],
  ["const message = 'The neighbouring page.'", ['neighbouring']],
  ["const statement = 'UPDATE ledger SET pages = 1'", []],
  ['/** Keeps what the caller sent. */', ['what the']],
  ['// It holds the text; 80 of 3,076 lines are wrong.', ['holds', '80 of 3,076']],
  ['const inkPieces = readTold(besideOf)', ['Pieces']],
  ['function isOk({ draft_row: x }: { readonly isBeside: boolean }) {}', ['draft', 'Beside']],
  ['const beginning = 1 // a const told here', ['told']],
])('%s', (source, expected) => {
  expect(findWords(proseOf('src/a.ts', source)).map(({ word }) => word)).toEqual(expected)
})

test('document text in tests is not checked', () => {
  expect(found('test/a.test.ts', "expect(read('told by somebody'))")).toEqual([])
  expect(found('src/a.ts', "expect(read('told by somebody'))")).toEqual(['1: somebody', '1: told'])
})
