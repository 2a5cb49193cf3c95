/** Installs models only with the right checksum and structure. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processEnvironment, readConfig } from '../runtime/config.ts'
import { findModelsDir } from '../runtime/installation.node.ts'
import { makeFolder } from '../runtime/make-folder.node.ts'
import { type FlagValues, type Output, processOutput, runCommand, UsageError } from './arguments.node.ts'
import { readManifest, replaceFile, writeManifest } from './model-manifest.node.ts'
import {
  downloadModel,
  isModel,
  type ModelSource,
  ModelsError,
  modelFromNpm,
  modelFromPackage,
  npmLanguages,
  readModelFile,
  runProgram,
  sha256Of,
} from './model-sources.node.ts'

const help = `sheaf models list
sheaf models add LANGUAGE [--sha256 HEX]                  from the Debian package tesseract-ocr-LANGUAGE, by apt-get
sheaf models add LANGUAGE --npm                           from the npm package @tesseract.js-data/LANGUAGE
sheaf models add LANGUAGE --file PATH --sha256 HEX
sheaf models add LANGUAGE --url URL --sha256 HEX          https only, except for this machine

LANGUAGE is Tesseract's name: deu, jpn, chi_tra … With --npm: ${npmLanguages.join(', ')}.
Models are stored in MODELS_DIR, or else in the folder that comes with Sheaf.
`

export interface ModelsIo extends Output {
  readonly modelsDir: string
  run: typeof runProgram
}

const text = { type: 'string' } as const
const flags = { npm: { type: 'boolean' }, file: text, url: text, sha256: text } as const

/** Returns the exit code: 0, 1 for a failure, or 2 for wrong arguments. */
export async function modelsCommand(args: readonly string[], io: ModelsIo = processIo()): Promise<number> {
  return await runCommand({ name: 'models', help, flags, hasVerbs: true, output: io }, args, async (parsed) => {
    const request = readArguments(parsed.values, parsed.positionals)
    try {
      if (request === 'list') await list(io)
      else await add(request, io)
      return 0
    } catch (error) {
      if (!(error instanceof ModelsError)) throw error
      io.error(`sheaf models: ${error.message}\n`)
      return 1
    }
  })
}

interface AddRequest {
  readonly language: string
  readonly source: ModelSource
  /** Lowercase checksum; `null` only for packages, which are verified themselves. */
  readonly sha256: string | null
}

function readArguments(
  values: FlagValues<typeof flags>,
  [verb, language, ...rest]: readonly string[],
): 'list' | AddRequest {
  if (verb === 'list' && language === undefined) return 'list'
  if (verb !== 'add')
    throw new UsageError(`unknown command "${[verb, language].filter(Boolean).join(' ')}"; use list or add`)
  if (language === undefined || rest.length > 0) throw new UsageError('"add" requires one language')
  if (!/^[A-Za-z0-9_]{2,32}$/.test(language))
    throw new UsageError(`"${language}" is not a language name; write for example deu or chi_tra`)
  const sha256 = values.sha256?.toLowerCase() ?? null
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) throw new UsageError('--sha256 requires 64 hexadecimal digits')
  const sources = [values.npm, values.file, values.url].filter((value) => value !== undefined)
  if (sources.length > 1) throw new UsageError('--npm, --file and --url exclude each other')
  if (values.npm === true) return { language, source: { kind: 'npm' }, sha256 }
  if (values.file === undefined && values.url === undefined) return { language, source: { kind: 'package' }, sha256 }
  if (sha256 === null)
    throw new UsageError('--file and --url require --sha256, so that only known models are installed')
  if (values.file !== undefined) return { language, source: { kind: 'file', path: values.file }, sha256 }
  return { language, source: { kind: 'url', url: readUrl(values.url ?? '') }, sha256 }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url === null || !(url.protocol === 'https:' || isLocal))
    throw new UsageError(`--url="${text}": must be an https address`)
  return url
}

async function list({ modelsDir, out }: ModelsIo): Promise<void> {
  const { models } = await readManifest(modelsDir)
  const files = await readdir(modelsDir).catch(() => [])
  const names = files
    .filter((file) => file.endsWith('.traineddata'))
    .map((file) => file.slice(0, -'.traineddata'.length))
  for (const name of names.sort()) {
    const bytes = await readFile(join(modelsDir, `${name}.traineddata`))
    const entry = models.find((model) => model.name === name)
    const state =
      entry === undefined
        ? 'not in the manifest'
        : entry.sha256 === sha256Of(bytes)
          ? entry.source
          : 'CHANGED since it was added'
    out(`${name.padEnd(12)} ${(bytes.length / 1e6).toFixed(1).padStart(5)} MB  ${state}\n`)
  }
  if (names.length === 0) out(`No models in ${modelsDir}\n`)
}

async function add({ language, source, sha256: expected }: AddRequest, io: ModelsIo): Promise<void> {
  const model = await load(language, source, io)
  const sha256 = sha256Of(model.bytes)
  if (expected !== null && expected !== sha256)
    throw new ModelsError(`the sha256 of the model is ${sha256}, not ${expected}; nothing was installed`)
  if (!isModel(model.bytes))
    throw new ModelsError('this is not a Tesseract model (.traineddata); nothing was installed')
  const file = `${language}.traineddata`
  makeFolder(io.modelsDir)
  await replaceFile(join(io.modelsDir, file), model.bytes)
  const { bytes, ...origin } = model
  await writeManifest(io.modelsDir, { name: language, file, bytes: bytes.length, sha256, ...origin })
  io.out(`${language}: ${(bytes.length / 1e6).toFixed(1)} MB, sha256 ${sha256}\n`)
  io.out(`Use it with OCR_LANGS or ocr_languages (--ocr-languages). A running service must be restarted.\n`)
}

async function load(language: string, source: ModelSource, io: ModelsIo) {
  switch (source.kind) {
    case 'package':
      return await modelFromPackage(language, io.run)
    case 'npm':
      return await modelFromNpm(language, io.run)
    case 'file':
      return { bytes: await readModelFile(source.path), source: `file ${source.path}`, licence: 'as its source says' }
    case 'url':
      return { bytes: await downloadModel(source.url), source: source.url.href, licence: 'as its source says' }
  }
}

function processIo(): ModelsIo {
  return {
    modelsDir: findModelsDir(readConfig(processEnvironment(), 'node')),
    ...processOutput,
    run: runProgram,
  }
}
