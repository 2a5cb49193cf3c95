/**
 * `package.json` of the package, while `npm pack` reads it. The repository installs the neural OCR engine as optional
 * dependencies; in the package they are optional peers, so that `npm install sheaf` does not fetch 310 MB.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const path = join(import.meta.dirname, '../package.json')
/** The first Node 22 with `node:sqlite`; the sources need a newer one than the JavaScript. */
const engines = { node: '>=22.13' }
/** Keeps the file of the repository until `postpack`. */
const saved = join(import.meta.dirname, 'repository-package.json')

const [action] = process.argv.slice(2)
if (action === 'restore') restore()
else if (action === 'write') write()
else throw new Error('Usage: node packaging/package-file.ts write | restore')

function write(): void {
  // Left behind by a pack that failed.
  restore()
  copyFileSync(path, saved)
  // npm would offer to run `prepare` after the installation.
  const { optionalDependencies, scripts: _, ...kept } = JSON.parse(readFileSync(path, 'utf8'))
  const optional = Object.entries<string>(optionalDependencies)
  const packed = {
    ...kept,
    engines,
    peerDependencies: {
      ...kept.peerDependencies,
      ...Object.fromEntries(optional.map(([name, version]) => [name, `^${version}`])),
    },
    peerDependenciesMeta: {
      ...kept.peerDependenciesMeta,
      ...Object.fromEntries(optional.map(([name]) => [name, { optional: true }])),
    },
  }
  writeFileSync(path, `${JSON.stringify(packed, null, 2)}\n`)
}

function restore(): void {
  if (existsSync(saved)) renameSync(saved, path)
}
