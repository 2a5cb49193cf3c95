/**
 * `sheaf models`: lists the OCR models of the models folder and adds more, from a Debian package, a file or a URL.
 * Nothing is written before its checksum is right and it has the shape of a Tesseract model; a model in use is replaced in one step.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, constants, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { processEnvironment, readConfig } from '../runtime/config.ts'
import { findModelsDir } from '../runtime/startup.node.ts'

const help = `sheaf models list
sheaf models add LANGUAGE [--sha256 HEX]                  from the Debian package tesseract-ocr-LANGUAGE, by apt-get
sheaf models add LANGUAGE --file PATH --sha256 HEX
sheaf models add LANGUAGE --url URL --sha256 HEX          https only, but for this machine itself

LANGUAGE is Tesseract's name: deu, jpn, chi_tra … Models go to MODELS_DIR, unset to the folder that comes with Sheaf.
`

/** Largest model taken: the largest of tessdata_best has 57 MB. */
const MAX_MODEL_BYTES = 100 * 1024 * 1024
/** A download that brings nothing for this long has failed. */
const DOWNLOAD_TIMEOUT_MS = 120_000

/** What the command touches: replaced in tests, where the network is not to be used. */
export interface ModelsIo {
  readonly modelsDir: string
  out(text: string): void
  error(text: string): void
  /** Runs a program in a folder; its standard output, or a thrown error that holds what it complained about. */
  run(program: string, args: readonly string[], folder: string): Promise<string>
}

/** Told to the user as it is; exit code 1, or 2 with the help. */
class ModelsError extends Error {
  readonly exitCode: 1 | 2
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

const manifestSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      file: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      source: z.string(),
      licence: z.string(),
    }),
  ),
})
type Manifest = z.infer<typeof manifestSchema>
type Entry = Manifest['models'][number]

/** The exit code: 0, 1 when it could not be done, 2 for wrong arguments. */
export async function modelsCommand(args: readonly string[], io: ModelsIo = processIo()): Promise<number> {
  try {
    const request = readArguments(args)
    if (request === 'help') io.out(help)
    else if (request === 'list') await list(io)
    else await add(request, io)
    return 0
  } catch (error) {
    if (!(error instanceof ModelsError)) throw error
    io.error(`sheaf models: ${error.message}\n${error.exitCode === 2 ? `\n${help}` : ''}`)
    return error.exitCode
  }
}

interface AddRequest {
  readonly language: string
  readonly from:
    | { readonly kind: 'package' }
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'url'; readonly url: URL }
  /** Lower case; `null` only for packages, which apt checks. */
  readonly sha256: string | null
}

function readArguments(args: readonly string[]): 'help' | 'list' | AddRequest {
  const { values, positionals } = parseOrExplain(args)
  const [verb, language, ...rest] = positionals
  if (values.help === true || verb === undefined) return 'help'
  if (verb === 'list' && language === undefined) return 'list'
  if (verb !== 'add')
    throw new ModelsError(`"${[verb, language].filter(Boolean).join(' ')}" is not known; use list or add`, 2)
  if (language === undefined || rest.length > 0) throw new ModelsError('add takes one language', 2)
  if (!/^[A-Za-z0-9_]{2,32}$/.test(language))
    throw new ModelsError(`"${language}" is not a language name; write for example deu or chi_tra`, 2)
  const sha256 = values.sha256?.toLowerCase() ?? null
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256))
    throw new ModelsError('--sha256 needs 64 hexadecimal digits', 2)
  if (values.file !== undefined && values.url !== undefined)
    throw new ModelsError('--file and --url exclude each other', 2)
  if (values.file === undefined && values.url === undefined) return { language, from: { kind: 'package' }, sha256 }
  if (sha256 === null) throw new ModelsError('a file or a URL needs --sha256, so that nothing unknown is installed', 2)
  if (values.file !== undefined) return { language, from: { kind: 'file', path: values.file }, sha256 }
  return { language, from: { kind: 'url', url: readUrl(values.url ?? '') }, sha256 }
}

function parseOrExplain(args: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { file: text, url: text, sha256: text, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    throw new ModelsError(error instanceof Error ? error.message : String(error), 2)
  }
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  const local = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url === null || !(url.protocol === 'https:' || local))
    throw new ModelsError(`--url="${text}": allowed is an https address`, 2)
  return url
}

async function list(io: ModelsIo): Promise<void> {
  const { models } = await readManifest(io)
  const files = await readdir(io.modelsDir).catch(() => [])
  const names = files
    .filter((file) => file.endsWith('.traineddata'))
    .map((file) => file.slice(0, -'.traineddata'.length))
  for (const name of names.sort()) {
    const bytes = await readFile(join(io.modelsDir, `${name}.traineddata`))
    const entry = models.find((model) => model.name === name)
    const state =
      entry === undefined
        ? 'not in the manifest'
        : entry.sha256 === sha256Of(bytes)
          ? entry.source
          : 'CHANGED since it was added'
    io.out(`${name.padEnd(12)} ${(bytes.length / 1e6).toFixed(1).padStart(5)} MB  ${state}\n`)
  }
  if (names.length === 0) io.out(`No models in ${io.modelsDir}\n`)
}

async function add(request: AddRequest, io: ModelsIo): Promise<void> {
  const { language, from } = request
  const found =
    from.kind === 'package'
      ? await fromPackage(language, io)
      : from.kind === 'file'
        ? { bytes: await readModelFile(from.path), source: `file ${from.path}`, licence: 'as its source says' }
        : { bytes: await download(from.url), source: from.url.href, licence: 'as its source says' }
  const sha256 = sha256Of(found.bytes)
  if (request.sha256 !== null && request.sha256 !== sha256)
    throw new ModelsError(`the model's sha256 is ${sha256}, not ${request.sha256}; nothing was installed`)
  if (!isModel(found.bytes))
    throw new ModelsError('this is not a Tesseract model (.traineddata); nothing was installed')
  const file = `${language}.traineddata`
  await mkdir(io.modelsDir, { recursive: true })
  await replaceFile(join(io.modelsDir, file), found.bytes)
  const entry: Entry = {
    name: language,
    file,
    bytes: found.bytes.length,
    sha256,
    source: found.source,
    licence: found.licence,
  }
  const { models } = await readManifest(io)
  const manifest: Manifest = { models: [...models.filter(({ name }) => name !== language), entry] }
  await replaceFile(
    join(io.modelsDir, 'manifest.json'),
    new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`),
  )
  io.out(`${language}: ${(entry.bytes / 1e6).toFixed(1)} MB, sha256 ${sha256}\n`)
}

interface FoundModel {
  readonly bytes: Uint8Array
  readonly source: string
  readonly licence: string
}

/** Debian's tessdata_fast. apt checks the package against its signed index; it is checked here once more, since `apt-get download` may be told not to. */
async function fromPackage(language: string, io: ModelsIo): Promise<FoundModel> {
  const name = `tesseract-ocr-${language.toLowerCase().replaceAll('_', '-')}`
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-model-'))
  try {
    await io.run('apt-get', ['download', name], folder)
    const archive = (await readdir(folder)).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'))
    if (archive === undefined) throw new ModelsError(`apt-get download ${name} brought no package`)
    const digest = sha256Of(await readFile(join(folder, archive)))
    const index = await io.run('apt-cache', ['show', name], folder)
    if (![...index.matchAll(/^SHA256: ([0-9a-f]{64})$/gm)].some((match) => match[1] === digest))
      throw new ModelsError(`the package ${name} does not have the sha256 of the package index; nothing was installed`)
    await io.run('dpkg-deb', ['-x', archive, 'unpacked'], folder)
    const files = await readdir(join(folder, 'unpacked'), { recursive: true })
    const model = files.find((file) => file.endsWith(`/tessdata/${language}.traineddata`))
    if (model === undefined) throw new ModelsError(`the package ${name} holds no ${language}.traineddata`)
    const version = decodeURIComponent(archive.slice(name.length + 1).replace(/_[^_]*\.deb$/, ''))
    return {
      bytes: await readModelFile(join(folder, 'unpacked', model)),
      source: `Debian package ${name} ${version} (tessdata_fast)`,
      licence: 'Apache-2.0',
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readModelFile(path: string): Promise<Uint8Array> {
  try {
    await access(path, constants.R_OK)
    return await readFile(path)
  } catch (error) {
    throw new ModelsError(`${path} cannot be read (${error instanceof Error ? error.message : String(error)})`)
  }
}

async function download(url: URL): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) }).catch((error: unknown) => {
    throw new ModelsError(`${url.href} cannot be fetched (${error instanceof Error ? error.message : String(error)})`)
  })
  if (!response.ok || response.body === null)
    throw new ModelsError(`${url.href} answers with status ${response.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > MAX_MODEL_BYTES)
      throw new ModelsError(`${url.href} is larger than ${MAX_MODEL_BYTES / 1024 / 1024} MB, the limit for a model`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A model begins with the number of its parts and their 64-bit offsets, -1 for parts it lacks (Tesseract, tessdatamanager.cpp). */
function isModel(bytes: Uint8Array): boolean {
  if (bytes.length < 12 || bytes.length > MAX_MODEL_BYTES) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = view.getUint32(0, true)
  if (parts < 1 || parts > 64 || bytes.length < 4 + 8 * parts) return false
  const offsets = Array.from({ length: parts }, (_, part) => Number(view.getBigInt64(4 + 8 * part, true)))
  return (
    offsets.some((offset) => offset > 0) &&
    offsets.every((offset) => offset === -1 || (offset >= 4 + 8 * parts && offset <= bytes.length))
  )
}

async function readManifest(io: ModelsIo): Promise<Manifest> {
  const path = join(io.modelsDir, 'manifest.json')
  const text = await readFile(path, 'utf8').catch(() => '{"models":[]}')
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new ModelsError(`${path} is not a manifest of models; move it away and add the models again`)
  }
}

/** In one step, so that a service that reads the file meanwhile gets the old or the new one whole. */
async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const fresh = `${path}.${process.pid}.new`
  try {
    await writeFile(fresh, bytes)
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw new ModelsError(`${path} cannot be written (${error instanceof Error ? error.message : String(error)})`)
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function processIo(): ModelsIo {
  return {
    modelsDir: findModelsDir(readConfig(processEnvironment(), 'node')),
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    run: runProgram,
  }
}

/** Runs a program and gives its standard output. */
export function runProgram(program: string, args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DOWNLOAD_TIMEOUT_MS,
    })
    const out: string[] = []
    const complaints: string[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
    child.on('error', (error) =>
      reject(
        new ModelsError(
          `${program} cannot be run (${error.message}); packages need a Debian system, elsewhere use --file or --url`,
        ),
      ),
    )
    child.on('close', (code) =>
      code === 0
        ? resolve(out.join(''))
        : reject(
            new ModelsError(
              `${program} ${args.join(' ')} failed: ${complaints.join('').trim().split('\n').at(-1) ?? ''}`,
            ),
          ),
    )
  })
}
