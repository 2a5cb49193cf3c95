import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listInputs } from '../../src/cli/input-files.node.ts'

const root = mkdtempSync(join(tmpdir(), 'sheaf-inputs-'))
afterAll(() => rmSync(root, { recursive: true }))

for (const path of [
  'docs/report.pdf',
  'docs/report.docx',
  'docs/2024/report.pdf',
  'docs/2024/SCAN.JPEG',
  'docs/program.exe',
  'docs/.hidden.pdf',
  'docs/.git/config.md',
  'docs/out/report.md',
  'other/report.pdf',
]) {
  mkdirSync(join(root, dirname(path)), { recursive: true })
  writeFileSync(join(root, path), 'x')
}
mkdirSync(join(root, 'empty'))
symlinkSync(join(root, 'other/report.pdf'), join(root, 'docs/link.pdf'))

/** Paths and names, relative to the folder of this test. */
async function list(inputs: readonly string[], { recursive = true, excluded = [] as string[] } = {}) {
  const paths = inputs.map((path) => join(root, path))
  const { files, problems, leftOut } = await listInputs(paths, {
    recursive,
    excluded: excluded.map((path) => join(root, path)),
  })
  return {
    files: files.map(({ path, name }) => [path.slice(root.length + 1), name]),
    problems: problems.map(({ path, message }) => [path.slice(root.length + 1), message]),
    leftOut: leftOut.map((path) => path.slice(root.length + 1)),
  }
}

test('a folder: supported types by name, without hidden files and the folder of the outputs', async () => {
  const { files, leftOut } = await list(['docs', 'docs'], { excluded: ['docs/out'] })
  expect(leftOut).toEqual(['docs/program.exe'])
  expect(files).toEqual([
    ['docs/2024/SCAN.JPEG', '2024/SCAN'],
    ['docs/2024/report.pdf', '2024/report'],
    ['docs/link.pdf', 'link'],
    ['docs/report.docx', 'report.docx'],
    ['docs/report.pdf', 'report.pdf'],
  ])
})

test('outputs next to the inputs do not hide them', async () => {
  const { files } = await list(['docs/2024'], { excluded: ['docs/2024'] })
  expect(files.map(([, name]) => name)).toEqual(['SCAN', 'report'])
})

test('without --recursive only the files of the folder itself', async () => {
  const { files } = await list(['docs'], { recursive: false })
  expect(files.map(([path]) => path)).toEqual(['docs/link.pdf', 'docs/report.docx', 'docs/report.pdf'])
})

test('a pattern keeps the folders after its fixed part', async () => {
  const { files } = await list(['docs/**/*.pdf'])
  expect(files).toEqual([
    ['docs/2024/report.pdf', '2024/report'],
    ['docs/link.pdf', 'link'],
    ['docs/report.pdf', 'report'],
  ])
})

test('several inputs keep the folders below their common folder; a file given twice is listed once', async () => {
  const { files } = await list(['docs/report.pdf', 'other', 'other/report.pdf'])
  expect(files).toEqual([
    ['docs/report.pdf', 'docs/report'],
    ['other/report.pdf', 'other/report'],
  ])
})

test('files of one folder have no folder in their names', async () => {
  const { files } = await list(['docs/2024/report.pdf', 'docs/2024/missing.pdf'])
  expect(files.map(([, name]) => name)).toEqual(['report', 'missing'])
})

test('standard input is called stdin', async () => {
  const { files } = await listInputs(['-', join(root, 'docs/report.pdf')], { recursive: false, excluded: [] })
  expect(files.map(({ name }) => name)).toEqual(['stdin', 'report'])
})

test('arguments without files are reported', async () => {
  const { files, problems } = await list(['empty', 'docs/*.tiff'])
  expect(files).toEqual([])
  expect(problems).toEqual([
    ['empty', 'The folder has no files of supported types.'],
    ['docs/*.tiff', 'No file matches this pattern.'],
  ])
})
