/** `npm run build:web`, also after `npm install`: bundles the web pages into `wasm/models/web`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile, Plugin } from 'esbuild'
import { replaceFiles } from './replace-files.node.ts'

const sourceDir = fileURLToPath(new URL('.', import.meta.url))
const projectDir = join(sourceDir, '../..')
const outputDir = join(projectDir, 'wasm/models/web')

const pages = {
  playground: { entry: 'playground/main.tsx', title: 'Sheaf' },
  dashboard: { entry: 'dashboard/main.tsx', title: 'Sheaf: dashboard' },
  reference: { entry: 'reference/main.tsx', title: 'Sheaf: API reference', data: 'openapi.json' },
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
    target: 'chrome125,firefox128,safari17.5'.split(','),
    metafile: true,
    logLevel: 'warning',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
  } as const
  const themeScript = await esbuild.build({ ...options, entryPoints: [join(sourceDir, 'theme.ts')], format: 'iife' })
  const documentStyle = await esbuild.build({
    ...options,
    entryPoints: [join(sourceDir, 'styles/document.css')],
    loader: { '.woff2': 'file' },
    plugins: [withoutOldFonts],
  })
  // One build per page: shared modules would be additional files of each first load.
  const bundles = await Promise.all(
    Object.entries(pages).map(async ([name, page]) => {
      const bundle = await esbuild.build({
        ...options,
        entryPoints: [{ in: join(sourceDir, page.entry), out: name }],
        format: 'esm',
        splitting: true,
        jsx: 'automatic',
        jsxImportSource: 'preact',
        legalComments: 'linked',
        define: { DOCUMENT_STYLE: JSON.stringify(`assets/${nameOf(documentStyle.metafile, '.css')}`) },
      })
      return { name, ...page, ...bundle }
    }),
  )
  const encoder = new TextEncoder()
  const theme = nameOf(themeScript.metafile, '.js')
  const samples = readdirSync(join(sourceDir, 'samples')).filter((name) => !/\.(md|html)$/.test(name))
  const files = new Map<string, Uint8Array>([
    ...samples.map((name) => [name, readFileSync(join(sourceDir, 'samples', name))] as const),
    ...[themeScript, documentStyle, ...bundles]
      .flatMap(({ outputFiles }) => outputFiles)
      .map(({ path, contents }) => [basename(path), contents] as const),
    // After the files that they name.
    ...bundles.map(({ name, entry, metafile, ...page }) => {
      const html = pageHtml({ ...page, theme, ...filesOf(metafile, entry) })
      return [`${name}.html`, encoder.encode(html)] as const
    }),
  ])
  replaceFiles(outputDir, files)
  console.log(`web pages: ${files.size} files in ${relative(projectDir, outputDir)}`)
}

/** KaTeX's fonts for browsers without WOFF2, which esbuild would turn into 40 empty requests. */
const withoutOldFonts: Plugin = {
  name: 'without old fonts',
  setup({ onLoad }) {
    onLoad({ filter: /katex.*\.css$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)/g, ''),
      loader: 'css',
    }))
  },
}

function nameOf({ outputs }: Metafile, ending: string): string {
  const path = Object.keys(outputs).find((name) => name.endsWith(ending))
  if (path === undefined) throw new Error(`There is no output ${ending}`)
  return basename(path)
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

interface PageParts extends PageFiles {
  readonly title: string
  readonly theme: string
  /** Path of data that the script reads at once. */
  readonly data?: string
}

function pageHtml({ title, theme, data, script, style, imports }: PageParts): string {
  const url = (path: string): string => `assets/${basename(path)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<script src="${url(theme)}"></script>
${style === undefined ? '' : `<link rel="stylesheet" href="${url(style)}">`}
<script type="module" blocking="render" src="${url(script)}"></script>
${imports.map((path) => `<link rel="modulepreload" href="${url(path)}">`).join('\n')}
${data === undefined ? '' : `<link rel="preload" href="${data}" as="fetch" crossorigin>`}
</head>
<body>
<div id="app"></div>
<noscript>This page needs JavaScript. The HTTP API works without it: docs/api.md in the repository.</noscript>
</body>
</html>
`
}

await build()
