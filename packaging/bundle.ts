/**
 * Bundles the entries for Node (the command, its threads, the library), because loading 400 modules takes a large part
 * of the time of a short document. Workers and browsers get the modules, which users bundle themselves.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

const entries = ['src/cli/sheaf.js', 'src/runtime/pool-thread.node.js', 'src/library/index.node.js']
/** Folder of shared chunks: two levels deep like the entries, so that a relative path is correct in all outputs. */
const CHUNKS = 'src/program'

/**
 * `dist` contains the compiled modules and the package file with their `#…` imports. Replaces the entries; returns the
 * bundled modules.
 */
export async function bundleProgram(dist: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: dist,
    entryPoints: entries,
    outdir: dist,
    outbase: dist,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: `${CHUNKS}/[name]-[hash]`,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    packages: 'external',
    // Names stay, for stack traces.
    minifySyntax: true,
    metafile: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'addresses of modules',
        setup({ onLoad }) {
          onLoad({ filter: /\.js$/ }, ({ path }) => ({ contents: withOriginalAddress(path, dist), loader: 'js' }))
        },
      },
    ],
  })
  return Object.keys(metafile.inputs).map((path) => join(dist, path))
}

/** Modules find files and threads by their own address. */
function withOriginalAddress(path: string, dist: string): string {
  const address = relative(join(dist, CHUNKS), path)
  return readFileSync(path, 'utf8')
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(address)}, import.meta.url).href`)
    .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(address)}`)})`)
}
