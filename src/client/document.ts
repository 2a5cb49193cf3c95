/** Paths work where `node:fs` exists: Node, Deno and Bun. Streams of Node are asynchronous iterables. */
export type DocumentInput =
  | string
  | URL
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

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

/** Files are read during the upload; a stream first, so that the upload can be repeated. */
export async function openDocument(input: DocumentInput, name: string | undefined): Promise<NamedBlob> {
  if (typeof input === 'string' || input instanceof URL) {
    const fs = (globalThis as BuiltinModules).process?.getBuiltinModule?.('node:fs')
    if (fs === undefined) throw new TypeError('A path needs a file system. Pass the bytes, a Blob or a stream.')
    const path = typeof input === 'string' ? input : decodeURIComponent(input.pathname)
    const blob = await openFile(fs, input).catch((error: unknown) => {
      const advice = /^https?:/.test(String(input))
        ? ' It is a web address: pass the bytes or the stream of its response.'
        : ''
      throw new Error(`The file "${input}" cannot be read.${advice}`, { cause: error })
    })
    return { blob, fileName: name ?? lastElement(path) }
  }
  if (input instanceof Blob) {
    const ownName = 'name' in input && typeof input.name === 'string' ? input.name : 'document'
    return { blob: input, fileName: name ?? ownName }
  }
  return { blob: await toBlob(input), fileName: name ?? 'document' }
}

async function toBlob(input: Exclude<DocumentInput, string | URL | Blob>): Promise<Blob> {
  if (input instanceof Uint8Array || input instanceof ArrayBuffer || input instanceof ReadableStream)
    return await new Response(input as Exclude<typeof input, Uint8Array> | Uint8Array<ArrayBuffer>).blob()
  if (!(Symbol.asyncIterator in Object(input)))
    throw new TypeError('The document must be a path, a URL, bytes, a Blob or a stream.')
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of input) parts.push(part as Uint8Array<ArrayBuffer>)
  return new Blob(parts)
}

/** Rejects where Node throws. The first byte is read because Bun reports a missing file only then. */
async function openFile(fs: FileSystem, path: string | URL): Promise<Blob> {
  const blob = await fs.openAsBlob(path)
  await blob.slice(0, 1).arrayBuffer()
  return blob
}

function lastElement(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path
}
