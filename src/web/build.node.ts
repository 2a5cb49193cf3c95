/**
 * `npm run build:web`, also after `npm install`: bundles the web pages into `wasm/models/web`, next to the other static assets of the
 * Worker. Without development packages it does nothing, because a package or image comes with the pages.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'
import { replaceFiles } from './replace-files.node.ts'

const sourceDir = fileURLToPath(new URL('.', import.meta.url))
const projectDir = join(sourceDir, '../..')
const outputDir = join(projectDir, 'wasm/models/web')

const pages = {
  playground: { entry: 'playground/main.tsx', title: 'Sheaf' },
  dashboard: { entry: 'dashboard/main.tsx', title: 'Sheaf: dashboard' },
  reference: { entry: 'reference/main.tsx', title: 'Sheaf: API reference' },
} as const

async function build(): Promise<void> {
  const esbuild = await import('esbuild').catch(() => null)
  if (esbuild === null) {
    console.log(existsSync(outputDir) ? 'web pages: already built' : 'web pages: not built, esbuild is not installed')
    return
  }
  const options = {
    absWorkingDir: projectDir,
    outdir: outputDir,
    write: false,
    bundle: true,
    minify: true,
    // Browsers with `light-dark()` and highlights of the last two years.
    target: 'chrome125,firefox128,safari17.5'.split(','),
    metafile: true,
    logLevel: 'warning',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  } as const
  const themeScript = await esbuild.build({
    ...options,
    entryPoints: [join(sourceDir, 'theme.ts')],
    format: 'iife',
  })
  const bundle = await esbuild.build({
    ...options,
    entryPoints: Object.entries(pages).map(([name, { entry }]) => ({ in: join(sourceDir, entry), out: name })),
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'linked',
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
  })
  const encoder = new TextEncoder()
  const theme = Object.keys(themeScript.metafile.outputs)[0] ?? ''
  const samples = readdirSync(join(sourceDir, 'samples')).filter((name) => !/\.(md|html)$/.test(name))
  const files = new Map<string, Uint8Array>([
    ...samples.map((name) => [name, readFileSync(join(sourceDir, 'samples', name))] as const),
    ...[...themeScript.outputFiles, ...bundle.outputFiles].map(
      ({ path, contents }) => [basename(path), contents] as const,
    ),
    // Last, because they name the others.
    ...Object.entries(pages).map(([name, { entry, title }]) => {
      const html = pageHtml({ title, theme, ...filesOf(bundle.metafile, entry) })
      return [`${name}.html`, encoder.encode(html)] as const
    }),
  ])
  replaceFiles(outputDir, files)
  console.log(`web pages: ${files.size} files in ${relative(projectDir, outputDir)}`)
}

interface PageFiles {
  readonly script: string
  readonly style: string | undefined
  /** Chunks that the script imports at once. */
  readonly imports: readonly string[]
}

function filesOf({ outputs }: Metafile, entry: string): PageFiles {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === `src/web/${entry}`)
  if (found === undefined) throw new Error(`${entry} has no output`)
  const imports = new Set<string>()
  const visit = (path: string): void => {
    for (const { path: next, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !imports.has(next)) {
        imports.add(next)
        visit(next)
      }
  }
  visit(found[0])
  return { script: found[0], style: found[1].cssBundle, imports: [...imports] }
}

function pageHtml({ title, theme, script, style, imports }: PageFiles & { title: string; theme: string }): string {
  const url = (path: string): string => `assets/${path.slice(path.lastIndexOf('/') + 1)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
${style === undefined ? '' : `<link rel="stylesheet" href="${url(style)}">`}
<script src="${url(theme)}"></script>
<script type="module" src="${url(script)}"></script>
${imports.map((path) => `<link rel="modulepreload" href="${url(path)}">`).join('\n')}
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The HTTP API works without it: docs/api.md in the repository.</noscript>
</body>
</html>
`
}

await build()
