/**
 * `npm run build:web`, also after `npm install`: bundles the web pages into `wasm/models/web`, next to the other static assets of the
 * Worker. Without development packages it does nothing, because a package or image comes with the pages.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile } from 'esbuild'

const sourceDir = fileURLToPath(new URL('.', import.meta.url))
const projectDir = join(sourceDir, '../..')
const outputDir = join(projectDir, 'wasm/models/web')

/** Entry point and title of each page. */
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
  // Replaced as a whole at the end, so that a running service never sees half a build.
  const newDir = `${outputDir}.new`
  rmSync(newDir, { recursive: true, force: true })
  mkdirSync(newDir, { recursive: true })
  const options = {
    absWorkingDir: projectDir,
    outdir: newDir,
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
  const { metafile: themeFiles } = await esbuild.build({
    ...options,
    entryPoints: [join(sourceDir, 'theme.ts')],
    format: 'iife',
  })
  const { metafile } = await esbuild.build({
    ...options,
    entryPoints: Object.entries(pages).map(([name, { entry }]) => ({ in: join(sourceDir, entry), out: name })),
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'linked',
    loader: { '.woff2': 'file', '.woff': 'empty', '.ttf': 'empty' },
  })
  const theme = Object.keys(themeFiles.outputs)[0] ?? ''
  for (const [name, { entry, title }] of Object.entries(pages))
    writeFileSync(join(newDir, `${name}.html`), pageHtml({ title, theme, ...filesOf(metafile, entry) }))
  for (const sample of readdirSync(join(sourceDir, 'samples')).filter((name) => !/\.(md|html)$/.test(name)))
    cpSync(join(sourceDir, 'samples', sample), join(newDir, sample))
  rmSync(outputDir, { recursive: true, force: true })
  mkdirSync(dirname(outputDir), { recursive: true })
  renameSync(newDir, outputDir)
  console.log(`web pages: ${readdirSync(outputDir).length} files in ${relative(projectDir, outputDir)}`)
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
