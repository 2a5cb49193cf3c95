/** What a command loads before it does anything: each module costs every start about a millisecond. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../src')

/** Files of `src` that come with this one: what it imports, and what those import; types and what is imported on demand do not count. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, names = '', target = ''] of text.matchAll(/^(?:import|export)\s([^'"]*?)from\s+'(\.[^']+)'/gm))
    if (!names.startsWith('type '))
      loadedWith(
        relative(root, join(root, dirname(file), target))
          .split(sep)
          .join('/'),
        loaded,
      )
  return loaded
}

test('`sheaf parse` loads no database, no reader of Office files and no OCR until a document needs it', () => {
  const loaded = [...loadedWith('cli/parse.node.ts')]
  expect(loaded).toContain('layout/analyze.ts')
  expect(
    loaded.filter((file) =>
      /^(?:ledger|blobs)\/|^documents\/(?:docx|html|odf|pptx)\/|^office\/(?:preflight|encryption)\/|^extract\/(?:open-|ocr\/ocr)/.test(
        file,
      ),
    ),
  ).toEqual([])
})
