import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { processEnvironment } from '../runtime/config.ts'
import npmModels from './npm-models.json' with { type: 'json' }

export type ModelSource =
  | { readonly kind: 'package' }
  | { readonly kind: 'npm' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: URL }

interface FoundModel {
  readonly bytes: Uint8Array
  readonly source: string
  readonly licence: string
}

/** The command failed; exit code 1. */
export class ModelsError extends Error {}

/** Above the largest model of tessdata_best. */
const MAX_MODEL_BYTES = 100 * 1024 * 1024
const DOWNLOAD_TIMEOUT_MS = 120_000

/** `apt-get download` may be configured not to verify. */
export async function modelFromPackage(language: string, run: typeof runProgram): Promise<FoundModel> {
  const name = `tesseract-ocr-${language.toLowerCase().replaceAll('_', '-')}`
  return await inTemporaryFolder(async (folder) => {
    await run('apt-get', ['download', name], folder).catch((error: unknown) => {
      if (!/Unable to locate package/.test(String(error))) throw error
      throw new ModelsError(
        `Debian has no package ${name}: "${language}" is not a language of Tesseract, or the package lists are missing ("apt-get update")`,
      )
    })
    const archive = (await readdir(folder)).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'))
    if (archive === undefined) throw new ModelsError(`apt-get download ${name} returned no package`)
    const digest = sha256Of(await readFile(join(folder, archive)))
    const index = await run('apt-cache', ['show', name], folder)
    if (![...index.matchAll(/^SHA256: ([0-9a-f]{64})$/gm)].some((match) => match[1] === digest))
      throw new ModelsError(`the package ${name} does not have the sha256 of the package index; nothing was installed`)
    await run('dpkg-deb', ['-x', archive, 'unpacked'], folder)
    const files = await readdir(join(folder, 'unpacked'), { recursive: true })
    const model = files.find((file) => file.endsWith(`/tessdata/${language}.traineddata`))
    if (model === undefined) throw new ModelsError(`the package ${name} does not contain ${language}.traineddata`)
    const version = decodeURIComponent(archive.slice(name.length + 1).replace(/_[^_]*\.deb$/, ''))
    return {
      bytes: await readModelFile(join(folder, 'unpacked', model)),
      source: `Debian package ${name} ${version} (tessdata_fast)`,
      licence: 'Apache-2.0',
    }
  })
}

export const npmLanguages: readonly string[] = Object.keys(npmModels.sha256)

/** Reads `@tesseract.js-data/LANGUAGE`. Throws `ModelsError` for an unknown checksum. */
export async function modelFromNpm(language: string, run: typeof runProgram): Promise<FoundModel> {
  const expected = (npmModels.sha256 as Readonly<Record<string, string>>)[language]
  if (expected === undefined)
    throw new ModelsError(`no known npm package for "${language}"; there are ${npmLanguages.join(', ')}`)
  const name = `@tesseract.js-data/${language}@${npmModels.version}`
  return await inTemporaryFolder(async (folder) => {
    await run('npm', ['pack', name, '--silent'], folder)
    const archive = (await readdir(folder)).find((file) => file.endsWith('.tgz'))
    if (archive === undefined) throw new ModelsError(`npm pack ${name} returned no package`)
    const path = `package/${npmModels.variant}/${language}.traineddata.gz`
    await run('tar', ['-xzf', archive, path], folder)
    const bytes = gunzipSync(await readModelFile(join(folder, path)), { maxOutputLength: MAX_MODEL_BYTES })
    if (sha256Of(bytes) !== expected)
      throw new ModelsError(`the model of ${name} does not have its known sha256; nothing was installed`)
    return { bytes, source: `npm package ${name} (${npmModels.variant})`, licence: 'Apache-2.0' }
  })
}

async function inTemporaryFolder<value>(work: (folder: string) => Promise<value>): Promise<value> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-model-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export async function readModelFile(path: string): Promise<Uint8Array> {
  return await readFile(path).catch((error: Error) => {
    throw new ModelsError(`${path} cannot be read (${error.message})`)
  })
}

export async function downloadModel(url: URL): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) }).catch((error: Error) => {
    throw new ModelsError(`${url.href} cannot be downloaded (${error.message})`)
  })
  if (!response.ok || response.body === null)
    throw new ModelsError(`${url.href} responds with status ${response.status}`)
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

/**
 * Models begin with the number of parts and 64-bit offsets, -1 for missing parts (tessdatamanager.cpp in Tesseract).
 */
export function isModel(bytes: Uint8Array): boolean {
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

/** Returns the output. Throws `ModelsError` with the last line of the standard error. */
export function runProgram(program: string, args: readonly string[], folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      cwd: folder,
      // Messages in English, which are compared and shown.
      env: { ...processEnvironment(), LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: DOWNLOAD_TIMEOUT_MS,
    })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    child.on('error', ({ message }) =>
      reject(
        new ModelsError(
          `${program} cannot be run (${message}); Debian packages require a Debian system, use --npm, --file or --url elsewhere`,
        ),
      ),
    )
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new ModelsError(`${program} ${args.join(' ')} failed: ${errors.trim().split('\n').at(-1)}`))
    })
  })
}
