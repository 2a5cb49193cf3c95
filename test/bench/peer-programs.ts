/** The programs that `npm run bench -- peers` compares, and the installation of those from npm. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Program {
  readonly name: string
  /** Reads the PDF files of `folder` and writes Markdown to `out`. */
  command(folder: string, out: string): readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Takes minutes: only with `--ocr`. */
  readonly readsImages?: boolean
}

interface Peer extends Program {
  /** npm package with its version, and the license. */
  readonly package: string
  readonly version: string
  /** Why the program cannot run here; `null` if it can. */
  obstacle?(): string | null
}

const projectFolder = join(import.meta.dirname, '../..')
const scratch = join(tmpdir(), 'sheaf-peers')
const bin = (name: string): string => join(scratch, 'node_modules/.bin', name)

const command = join(projectFolder, 'src/cli/sheaf.js')
const firstWords = (readFileSync(command, 'utf8').split('\n')[0] ?? '').split(' ')
/** Node's flags in the first line of the command. */
const commandFlags = firstWords.filter((word) => word.startsWith('--'))
/** Environment variables in it. */
const commandEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  firstWords.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
)

const figuresOff = '{"enable_image_understanding":false,"enable_table_image":false}'
const sheaf = (name: string, ...options: string[]): Program => ({
  name,
  command: (folder, out) => [
    process.execPath,
    ...commandFlags,
    command,
    ...['parse', folder, '--out', out, '--quiet', ...options],
  ],
  environment: commandEnvironment,
})

export const ours = {
  text: sheaf('Sheaf, --ocr off', '--ocr', 'off'),
  oneJob: sheaf('Sheaf, --ocr off, --jobs 1', '--ocr', 'off', '--jobs', '1'),
  figuresOff: sheaf('Sheaf, figures off', '--feature-config', figuresOff),
  standard: sheaf('Sheaf, default'),
} as const

const liteparse = {
  package: '@llamaindex/liteparse',
  version: '2.14.7',
  command: (folder: string, out: string) => [bin('lit'), 'batch-parse', folder, out, '--format', 'markdown', '--quiet'],
}

export const peers = {
  liteparse: {
    ...liteparse,
    name: 'LiteParse, no OCR',
    command: (folder, out) => [...liteparse.command(folder, out), '--no-ocr'],
  },
  liteparseOcr: {
    ...liteparse,
    name: 'LiteParse, OCR',
    environment: { TESSDATA_PREFIX: process.env.TESSDATA_PREFIX ?? join(projectFolder, 'wasm/models') },
    readsImages: true,
  },
  opendataloader: {
    name: 'OpenDataLoader',
    package: '@opendataloader/pdf',
    version: '2.5.11',
    command: (folder, out) => [
      ...[bin('opendataloader-pdf'), folder, '--output-dir', out, '--format', 'markdown'],
      ...['--image-output', 'off', '--quiet'],
    ],
    obstacle: () =>
      spawnSync('java', ['-version']).status === 0 ? null : 'it needs Java, which is not installed here',
  },
  xberg: {
    name: 'xberg, no OCR',
    // Its main package is broken on npm; this one has the native module.
    package: '@xberg-io/xberg-linux-x64-gnu',
    version: '1.2.8',
    command: (folder, out) => [process.execPath, join(scratch, 'xberg-batch.cjs'), folder, out],
    obstacle: () =>
      process.platform === 'linux' && process.arch === 'x64' ? null : 'its npm package is for Linux on x64',
  },
} as const satisfies Record<string, Peer>

/** xberg has no command on npm: its batch function, with the defaults of its command line. */
const xbergBatch = `
const { extractBatch, extractInputFromUri, extractionConfigDefault } = require('@xberg-io/xberg-linux-x64-gnu')
const { mkdirSync, readdirSync, writeFileSync } = require('node:fs')
const { basename, join } = require('node:path')
const [folder, out] = process.argv.slice(2)
const files = readdirSync(folder)
const config = { ...extractionConfigDefault(), outputFormat: 'markdown', disableOcr: true, useCache: false }
mkdirSync(out, { recursive: true })
extractBatch(files.map((file) => extractInputFromUri(join(folder, file))), config).then(({ results }) => {
  for (const [index, { content }] of results.entries()) writeFileSync(join(out, basename(files[index], '.pdf') + '.md'), content)
})
`

/** Installs a peer into a folder for temporary files. Returns why it cannot run, or `null`. */
export function install(peer: Peer): string | null {
  const obstacle = peer.obstacle?.() ?? null
  if (obstacle !== null) return obstacle
  mkdirSync(scratch, { recursive: true })
  const root = join(scratch, 'package.json')
  if (!existsSync(root)) writeFileSync(root, '{"private":true}')
  writeFileSync(join(scratch, 'xberg-batch.cjs'), xbergBatch)
  if (installedVersion(peer) === peer.version) return null
  console.log(`installing ${peer.package}@${peer.version} into ${scratch} …`)
  const { status, stderr, error } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--save-exact', `${peer.package}@${peer.version}`],
    { cwd: scratch, encoding: 'utf8', shell: process.platform === 'win32' },
  )
  if (status === 0) return null
  const reason = error?.message ?? stderr.match(/npm (?:error|ERR!) (?!code)(.*)/)?.[1] ?? `npm ended with ${status}`
  return `npm cannot install ${peer.package}@${peer.version}: ${reason}`
}

function installedVersion({ package: name }: Peer): string | null {
  const manifest = join(scratch, 'node_modules', name, 'package.json')
  if (!existsSync(manifest)) return null
  const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
  return version
}
