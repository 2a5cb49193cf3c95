/**
 * Locked OpenDocument packages → the same with every part opened, by the password: AES-256 in CBC mode under a key from PBKDF2, as
 * OpenOffice 3.4 and later write it. ODF 1.2 part 3, 3.4 "Encryption"; ODF 1.3 has the same. Runs on Web Crypto.
 */
import { inflateSync } from 'fflate'
import { ParseError } from '../../model/errors.ts'
import { attribute, child, type Element, elements } from '../../xml/tree.ts'
import { parseXml } from '../../xml/xml.ts'
import { Archive } from '../../zip/archive.ts'
import { updateZip } from '../../zip/rewrite.ts'
import { type Bytes, base64, decryptCbc, keySizes } from './aes.ts'

const manifestName = 'META-INF/manifest.xml'
/** Programs ask for a hundred thousand; a file that asks for more than this is made to harm. */
const maxIterations = 2_000_000
/** As parts of archives may be; deflate packs at most 258 bytes into two bits. */
const maxPartBytes = 256 << 20
const maxDeflate = 1032

/** `null`: the file is no such package. Throws 1106 when the password is wrong, or the way of encryption is another. */
export async function unlockOpenDocument(bytes: Uint8Array, password: string): Promise<Uint8Array | null> {
  const archive = new Archive(bytes)
  const manifest = archive.read(manifestName)
  if (manifest === null) return null
  const root = parseXml(manifest, `The part "${manifestName}"`)
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
    if (opened === null)
      throw new ParseError(1106, 'The password does not open the document. Send the right one in the field "password".')
    changes.set(name, opened)
  }
  if (changes.size === 0) return null
  const open = new TextDecoder().decode(manifest).replace(/<((?:\w+:)?encryption-data)[\s>][\s\S]*?<\/\1>/g, '')
  changes.set(manifestName, new TextEncoder().encode(open))
  return await updateZip(bytes, changes)
}

interface Part {
  /** How it is encrypted. */
  readonly data: Element
  readonly password: string
  /** Keys by what they are derived from: parts often share one. */
  readonly keys: Map<string, Promise<Bytes>>
  /** Of the part itself, as the manifest has it. */
  readonly size: number
}

/** `null`: it does not open so. */
async function openPart(encrypted: Bytes, { data, password, keys, size }: Part): Promise<Uint8Array | null> {
  const algorithm = child(data, 'manifest:algorithm')
  const derivation = child(data, 'manifest:key-derivation')
  const iterations = Number(attribute(derivation, 'manifest:iteration-count'))
  const keyBytes = Number(attribute(derivation, 'manifest:key-size') ?? 16)
  const isAes = /aes(?:128|192|256)-cbc$/.test(attribute(algorithm, 'manifest:algorithm-name') ?? '')
  const isPbkdf2 = /PBKDF2$|#pbkdf2$/i.test(attribute(derivation, 'manifest:key-derivation-name') ?? '')
  if (!isAes || !isPbkdf2 || !(iterations >= 1 && iterations <= maxIterations) || !keySizes.includes(keyBytes))
    throw otherWay()
  const start = attribute(child(data, 'manifest:start-key-generation'), 'manifest:start-key-generation-name') ?? 'SHA1'
  const hash = /sha256$/i.test(start) ? 'SHA-256' : /sha1$/i.test(start) ? 'SHA-1' : null
  const vector = base64(attribute(algorithm, 'manifest:initialisation-vector') ?? '')
  if (hash === null || vector.length !== 16 || encrypted.length % 16 !== 0) throw otherWay()
  const salt = attribute(derivation, 'manifest:salt') ?? ''
  const id = [salt, iterations, keyBytes, hash].join()
  const key = keys.get(id) ?? deriveKey(password, { salt: base64(salt), iterations, keyBytes, hash })
  keys.set(id, key)
  const plain = await decryptCbc(await key, vector, encrypted)
  // The last byte says how many were added; what the others are is left open.
  const added = plain.at(-1) ?? 0
  if (added < 1 || added > 16) return null
  if (!(size <= Math.min(maxPartBytes, plain.length * maxDeflate)))
    throw new ParseError(1106, 'The OpenDocument file is damaged: it does not say how long its parts are.')
  try {
    // One byte more than it may be shows what is longer.
    const part = inflateSync(plain.subarray(0, plain.length - added), { out: new Uint8Array(size + 1) })
    return part.length === size ? part : null
  } catch {
    // A wrong key gives bytes that nothing packed.
    return null
  }
}

async function deriveKey(
  password: string,
  way: { salt: Bytes; iterations: number; keyBytes: number; hash: string },
): Promise<Bytes> {
  const start = await crypto.subtle.digest(way.hash, new TextEncoder().encode(password))
  const imported = await crypto.subtle.importKey('raw', start, 'PBKDF2', false, ['deriveBits'])
  const { salt, iterations } = way
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt, iterations }, imported, way.keyBytes * 8),
  )
}

function otherWay(): ParseError {
  return new ParseError(
    1106,
    'The OpenDocument file is encrypted in a way that is not supported: Blowfish, as before 2012, or Argon2 with AES-GCM, as of ODF 1.4. Save it without a password, or as ODF 1.3, and send it again.',
  )
}
