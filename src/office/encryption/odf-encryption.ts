/** OpenDocument packages: AES in CBC mode with a key from PBKDF2 (ODF 1.2 part 3, 3.4). */
import { inflateSync } from 'fflate'
import { ParseError } from '../../model/errors.ts'
import { attribute, child, type Element, elements } from '../../xml/tree.ts'
import { parseXml } from '../../xml/xml.ts'
import { Archive, archiveLimits } from '../../zip/archive.ts'
import { MAX_DEFLATE_RATIO } from '../../zip/directory.ts'
import { updateZip } from '../../zip/rewrite.ts'
import { type Bytes, base64, decryptCbc, keySizes } from './aes.ts'
import { unsupportedOdfEncryption, wrongPassword } from './encryption-errors.ts'

const MANIFEST_NAME = 'META-INF/manifest.xml'
/** Against denial of service. Programs use 100 000. */
const MAX_ITERATIONS = 2_000_000
/** Maximum size of an unpacked part in bytes. */
const MAX_PART_BYTES = archiveLimits.maxEntryBytes

/** Returns `null` if not encrypted. Throws `ParseError` 1106 for a wrong password or unsupported encryption. */
export async function unlockOpenDocument(bytes: Uint8Array, password: string): Promise<Uint8Array | null> {
  const archive = new Archive(bytes)
  const manifest = archive.read(MANIFEST_NAME)
  if (manifest === null) return null
  const root = parseXml(manifest, `The part "${MANIFEST_NAME}"`)
  const keys = new Map<string, Promise<Bytes>>()
  const changes = new Map<string, Uint8Array>()
  for (const entry of elements(root, 'manifest:file-entry')) {
    const data = child(entry, 'manifest:encryption-data')
    const name = attribute(entry, 'manifest:full-path') ?? ''
    const packed = data === undefined ? null : archive.read(name)
    if (data === undefined || packed === null) continue
    const opened = await openPart(new Uint8Array(packed), {
      data,
      password,
      keys,
      size: Number(attribute(entry, 'manifest:size')),
    })
    if (opened === null) throw wrongPassword()
    changes.set(name, opened)
  }
  if (changes.size === 0) return null
  const open = new TextDecoder().decode(manifest).replace(/<((?:\w+:)?encryption-data)[\s>][\s\S]*?<\/\1>/g, '')
  changes.set(MANIFEST_NAME, new TextEncoder().encode(open))
  return await updateZip(bytes, changes)
}

interface Part {
  readonly data: Element
  readonly password: string
  readonly keys: Map<string, Promise<Bytes>>
  readonly size: number
}

async function openPart(encrypted: Bytes, { data, password, keys, size }: Part): Promise<Uint8Array | null> {
  const algorithm = child(data, 'manifest:algorithm')
  const derivation = child(data, 'manifest:key-derivation')
  const iterations = Number(attribute(derivation, 'manifest:iteration-count'))
  const keyBytes = Number(attribute(derivation, 'manifest:key-size') ?? 16)
  const isAes = /aes(?:128|192|256)-cbc$/.test(attribute(algorithm, 'manifest:algorithm-name') ?? '')
  const isPbkdf2 = /PBKDF2$|#pbkdf2$/i.test(attribute(derivation, 'manifest:key-derivation-name') ?? '')
  if (!isAes || !isPbkdf2 || !(iterations >= 1 && iterations <= MAX_ITERATIONS) || !keySizes.includes(keyBytes))
    throw unsupportedOdfEncryption()
  const start = attribute(child(data, 'manifest:start-key-generation'), 'manifest:start-key-generation-name') ?? 'SHA1'
  const hash = /sha256$/i.test(start) ? 'SHA-256' : /sha1$/i.test(start) ? 'SHA-1' : null
  const vector = base64(attribute(algorithm, 'manifest:initialisation-vector') ?? '')
  if (hash === null || vector.length !== 16 || encrypted.length % 16 !== 0) throw unsupportedOdfEncryption()
  const salt = attribute(derivation, 'manifest:salt') ?? ''
  const id = [salt, iterations, keyBytes, hash].join()
  const key = keys.get(id) ?? deriveKey(password, { salt: base64(salt), iterations, keyBytes, hash })
  keys.set(id, key)
  const plain = await decryptCbc(await key, vector, encrypted)
  // The last byte is the length of the padding, whose other bytes are arbitrary.
  const added = plain.at(-1) ?? 0
  if (added < 1 || added > 16) return null
  if (!(size <= Math.min(MAX_PART_BYTES, plain.length * MAX_DEFLATE_RATIO)))
    throw new ParseError(1106, 'The OpenDocument file is damaged: the sizes of its parts are missing.')
  try {
    // One extra byte reveals a part that is too long.
    const part = inflateSync(plain.subarray(0, plain.length - added), { out: new Uint8Array(size + 1) })
    return part.length === size ? part : null
  } catch {
    return null
  }
}

async function deriveKey(
  password: string,
  { salt, iterations, keyBytes, hash }: { salt: Bytes; iterations: number; keyBytes: number; hash: string },
): Promise<Bytes> {
  const start = await crypto.subtle.digest(hash, new TextEncoder().encode(password))
  const imported = await crypto.subtle.importKey('raw', start, 'PBKDF2', false, ['deriveBits'])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt, iterations }, imported, keyBytes * 8),
  )
}
