/** Paths work where `node:fs` exists: Node, Deno and Bun. */
export type DocumentInput = string | URL | Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>

interface NamedBlob {
  readonly blob: Blob
  readonly fileName: string
}

interface FileSystem {
  openAsBlob(path: string | URL): Promise<Blob>
}
interface BuiltinModules {
  readonly process?: { getBuiltinModule?(name: 'node:fs'): FileSystem | undefined }
}

/** Files are read during the upload; a stream is read first, so that the upload can be repeated. */
export async function openDocument(input: DocumentInput, name: string | undefined): Promise<NamedBlob> {
  if (typeof input === 'string' || input instanceof URL) {
    const fs = (globalThis as BuiltinModules).process?.getBuiltinModule?.('node:fs')
    if (fs === undefined) throw new TypeError('A path needs a file system. Pass the bytes, a Blob or a stream.')
    const path = typeof input === 'string' ? input : decodeURIComponent(input.pathname)
    const blob = await openFile(fs, input).catch((error: unknown) => {
      throw new Error(`The file "${path}" cannot be read.`, { cause: error })
    })
    return { blob, fileName: name ?? lastElement(path) }
  }
  if (input instanceof Blob) {
    const ownName = 'name' in input && typeof input.name === 'string' ? input.name : 'document'
    return { blob: input, fileName: name ?? ownName }
  }
  const body = input instanceof Uint8Array ? (input as Uint8Array<ArrayBuffer>) : input
  return { blob: await new Response(body).blob(), fileName: name ?? 'document' }
}

/** Node throws here; an async function rejects instead. */
async function openFile(fs: FileSystem, path: string | URL): Promise<Blob> {
  return await fs.openAsBlob(path)
}

function lastElement(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
