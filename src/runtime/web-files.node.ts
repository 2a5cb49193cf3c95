/** Files of the web pages, from `wasm/models/web`, with their gzip form. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { ReadWebFile } from '../deps.ts'

const folder = fileURLToPath(new URL('../../wasm/models/web/', import.meta.url))
const compress = promisify(zlib.gzip)
const compressed = /\.(woff2|png|jpg|pdf)$/

/** Hash of the content in a file's name. Files without one change with a build. */
const hashed = /-[A-Z0-9]{8}\./

interface CachedFile {
  readonly plain: Uint8Array<ArrayBuffer>
  readonly gzip: Uint8Array<ArrayBuffer> | null
}

export function createWebFiles(): ReadWebFile {
  const cache = new Map<string, CachedFile>()
  return async (name, { gzip: acceptsGzip }) => {
    const file = cache.get(name) ?? (await load(name))
    if (file === null) return null
    if (hashed.test(name)) cache.set(name, file)
    return acceptsGzip && file.gzip !== null ? { body: file.gzip, gzip: true } : { body: file.plain, gzip: false }
  }
}

export async function gzip(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await compress(bytes))
}

async function load(name: string): Promise<CachedFile | null> {
  try {
    const plain = new Uint8Array(await readFile(folder + name))
    return { plain, gzip: compressed.test(name) ? null : await gzip(plain) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
