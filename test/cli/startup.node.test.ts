/** Modules that a command loads at startup: each one costs about a millisecond. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../src')

/** Files of `src` that this one imports, directly or indirectly, without types and dynamic imports. */
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

test('`sheaf parse` loads stores, Office readers and OCR only for documents that need them', () => {
  const loaded = [...loadedWith('cli/parse.node.ts'), ...loadedWith('cli/parse-on-main-thread.node.ts')]
  expect(loaded).toContain('layout/layout.ts')
  expect(
    loaded.filter((file) =>
      /^(?:accounts|blobs|db)\/|^extract\/structured\/(?:docx|html|odf|pptx|open)|^office\/(?:prepare\.ts|convert-file\.ts|encryption\/|fixups\/)|^extract\/(?:pdf|image)\/open|^extract\/ocr\/ocr/.test(
        file,
      ),
    ),
  ).toEqual([])
})

test('the main thread of `sheaf parse` loads no parsers when threads parse the files', () => {
  const loaded = [...loadedWith('cli/parse.node.ts'), ...loadedWith('cli/parse-on-threads.node.ts')]
  expect(loaded).toContain('pool/serialized-page.ts')
  expect(loaded.filter((file) => /^(?:layout|assemble|enrich|render)\/|^parse\.ts/.test(file))).toEqual([])
})
