import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { requireFileType } from '../extract/require-file-type.ts'
import { ParseError } from '../model/errors.ts'
import type { UploadLimits } from '../uploads/receive-upload.ts'
import { sampleOf } from '../uploads/sampler.ts'
import { createMemorySpool } from '../uploads/spool-memory.ts'
import { createNodeOpenUrl } from '../uploads/url-source.node.ts'
import { downloadUrl } from '../uploads/url-source.ts'
import type { ResolvePath } from './allowed-folders.node.ts'
import type { SourceArguments } from './context.ts'
import type { ReadSource } from './documents.ts'

interface ReadLimits {
  readonly resolvePath: ResolvePath
  readonly upload: UploadLimits
}

export function createReadSource(limits: ReadLimits): ReadSource {
  return async (args, signal) => {
    const sources = [args.path, args.url, args.base64].filter((value) => value !== undefined)
    if (sources.length !== 1) throw new ParseError(1133, 'Name exactly one of "path", "url" and "base64".')
    const { bytes, fileName } = await readBytes(args, limits, signal)
    if (bytes.length === 0) throw new ParseError(1111, 'The file is empty.')
    const fileType = requireFileType({ ...sampleOf(bytes), fileName })
    return { bytes, fileName, fileType, password: args.password ?? null }
  }
}

async function readBytes(
  args: SourceArguments,
  { resolvePath, upload }: ReadLimits,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; fileName: string }> {
  if (args.path !== undefined) {
    const path = await resolvePath(args.path)
    // `slice` of a `Buffer` does not copy.
    return { bytes: new Uint8Array(await readFile(path)), fileName: basename(path) }
  }
  if (args.url !== undefined) return await download(args.url, upload, signal)
  const text = args.base64 ?? ''
  if (text.length * 0.75 > upload.maxUploadBytes + 2)
    throw new ParseError(1118, `The file is larger than ${upload.maxUploadMb} MB (MAX_UPLOAD_MB).`)
  // Without `trimEnd`, two parts of the expression would match the same spaces, in quadratic time.
  if (!/^[A-Za-z0-9+/\s]*={0,2}$/.test(text.trimEnd())) throw new ParseError(1133, '"base64" is not valid base64.')
  return { bytes: new Uint8Array(Buffer.from(text, 'base64')), fileName: args.file_name ?? 'document' }
}

/** Private networks are always refused, because a document can make an assistant open an address. */
async function download(url: string, limits: UploadLimits, signal: AbortSignal) {
  const file = await downloadUrl(url, {
    spool: createMemorySpool({ maxTotalBytes: limits.maxUploadBytes }),
    limits,
    openUrl: createNodeOpenUrl({ allowPrivate: false }),
    allowPrivate: false,
    headers: {},
    signal,
  })
  try {
    return { bytes: new Uint8Array(await new Response(file.stream()).arrayBuffer()), fileName: file.fileName }
  } finally {
    await file.remove()
  }
}
