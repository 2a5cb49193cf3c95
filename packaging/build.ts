/** `npm pack` calls it: JavaScript, declarations, WASM modules, OCR models and migrations in `dist`. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { bundleProgram } from './bundle.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const packageFile = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** Read at run time by their path. */
const copied = [
  'wasm/models',
  'wasm/tesseract-core.wasm',
  'wasm/manifest.json',
  'src/cli/SKILL.md',
  'src/db/migrations',
  'src/db/migrations-postgres',
]

rmSync(dist, { recursive: true, force: true })
compile('packaging/tsconfig.json')
compile('packaging/tsconfig.workers.json')
for (const path of copied) cpSync(join(root, path), join(dist, path), { recursive: true })
for (const path of globSync('**/*.js', { cwd: dist })) fixPaths(join(dist, path))
writePackageFile()
const bundled = await bundleProgram(dist)
removePrivateDeclarations()
removeBundledModules()

/** `npm run typecheck` checks the types of all files. */
function compile(project: string): void {
  const { status } = spawnSync('tsc', ['-p', project, '--noCheck'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${project} does not compile.`)
}

/** Rewrites paths that TypeScript leaves unchanged: addresses of threads, and paths of WASM modules for bundlers. */
function fixPaths(file: string): void {
  const text = readFileSync(file, 'utf8')
  const fixed = text
    .replace(/(new URL\('\.[^']*)\.ts'/g, "$1.js'")
    .replace(/(from ')\.\.\/node_modules\//g, '$1../../../')
  if (fixed !== text) writeFileSync(file, fixed)
}

/** Keeps the declarations that those of the entries import. */
function removePrivateDeclarations(): void {
  const kept = new Set<string>()
  const visit = (file: string): void => {
    if (kept.has(file)) return
    kept.add(file)
    const text = readFileSync(file, 'utf8').replace(/((?:from |import\()'\.[^']+)\.ts'/g, "$1.js'")
    writeFileSync(file, text)
    for (const [, specifier = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const declaration = resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts'))
      if (existsSync(declaration)) visit(declaration)
    }
  }
  for (const path of JSON.stringify(packageFile.exports).match(/[^"]+\.d\.ts/g) ?? []) visit(join(root, path))
  for (const path of globSync('**/*.d.ts', { cwd: dist })) if (!kept.has(join(dist, path))) rmSync(join(dist, path))
}

/** Keeps the modules that the entries for Workers and browsers import, also by their `#…` names. */
function removeBundledModules(): void {
  const kept = new Set<string>()
  const visit = (file: string): void => {
    if (kept.has(file) || !existsSync(file)) return
    kept.add(file)
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import |import\()['"](\.[^'"]+)['"]/g,
    ))
      visit(resolve(dirname(file), specifier))
  }
  for (const path of JSON.stringify(packageFile.exports).match(/[^"]+\.js/g) ?? []) visit(join(root, path))
  for (const path of globSync('**/*.{workers,workerd}.js', { cwd: dist })) visit(join(dist, path))
  for (const path of ['src/cli/sheaf.js', 'src/runtime/pool-thread.node.js']) visit(join(dist, path))
  for (const file of bundled) if (!kept.has(file)) rmSync(file, { force: true })
}

/** The nearest package file decides about `#…` imports; the one of the repository names the sources. */
function writePackageFile(): void {
  const { name, version, type, imports } = packageFile
  const compiled = JSON.parse(JSON.stringify(imports).replaceAll('.ts"', '.js"'))
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type, imports: compiled }, null, 2)}\n`)
}
