/** `wasm/manifest.json` agrees with the installed modules. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '../..')
const manifest = z
  .object({
    modules: z.array(
      z.object({
        name: z.string(),
        package: z.string(),
        version: z.string(),
        file: z.string(),
        licence: z.string(),
        source: z.url(),
        bytes: z.number(),
        sha256: z.string(),
        changed: z.string().optional(),
        runtime: z.literal('node').optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(root, 'wasm/manifest.json'), 'utf8')))

test.each(manifest.modules)('$name: version, size and checksum', (entry) => {
  const folder = join(root, 'node_modules', entry.package)
  const bytes = readFileSync(join(folder, entry.file))
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  expect({ version, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({
    version: entry.version,
    bytes: entry.bytes,
    sha256: entry.sha256,
  })
})

test('lists exactly the modules that the Workers loaders import', () => {
  const loaders = readdirSync(join(root, 'wasm')).filter((name) => name.endsWith('.workerd.ts'))
  const imported = loaders.flatMap((name) =>
    [...readFileSync(join(root, 'wasm', name), 'utf8').matchAll(/from '\.\.\/node_modules\/([^']+\.wasm)'/g)].map(
      (match) => match[1],
    ),
  )
  // Tesseract's is replaced by one with our kernels.
  const taken = manifest.modules.filter((entry) => entry.changed === undefined && entry.runtime === undefined)
  expect(imported.sort()).toEqual(taken.map((entry) => `${entry.package}/${entry.file}`).sort())
})
