/** Decrypts OOXML: agile (Office 2010 and later) and standard encryption (2007). [MS-OFFCRYPTO] 2.3.4. */
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, viewOf } from '../../model/bytes.ts'
import { type Bytes, base64, decryptCbc, keySizes } from './aes.ts'
import { unsupportedEncryption } from './encryption-errors.ts'

const hashes = { 'SHA-1': sha1, 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 } as const
type HashName = keyof typeof hashes
const hashNames = new Map<string, HashName>([
  ['SHA1', 'SHA-1'],
  ['SHA-1', 'SHA-1'],
  ['SHA256', 'SHA-256'],
  ['SHA384', 'SHA-384'],
  ['SHA512', 'SHA-512'],
])
/** Maximum hash iterations, against denial of service. Office uses 100 000. */
const MAX_SPIN_COUNT = 1_000_000
const STANDARD_SPIN_COUNT = 50_000
const SEGMENT_BYTES = 4096

const blockKeys = {
  verifierInput: [0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79],
  verifierHash: [0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e],
  key: [0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6],
} as const

/** Returns `null` for a wrong password. Throws `ParseError` 1106 for unsupported encryption. */
export async function decryptPackage(info: Uint8Array, data: Uint8Array, password: string): Promise<Uint8Array | null> {
  if (info.length < 8 || data.length < 8) throw unsupportedEncryption()
  const view = viewOf(info)
  const major = view.getUint16(0, true)
  const minor = view.getUint16(2, true)
  const size = new DataView(data.buffer, data.byteOffset).getUint32(0, true)
  const encrypted = new Uint8Array(data.subarray(8))
  const plain =
    major === 4 && minor === 4
      ? await agile(info.subarray(8), encrypted, password)
      : minor === 2
        ? await standard(info, encrypted, password)
        : 'unknown'
  if (plain === 'unknown') throw unsupportedEncryption()
  return plain === null ? null : plain.subarray(0, size)
}

interface AgileKey {
  readonly salt: Bytes
  readonly hash: HashName
  readonly hashBytes: number
  readonly keyBytes: number
  readonly blockBytes: number
}

async function agile(xmlBytes: Uint8Array, encrypted: Bytes, password: string): Promise<Uint8Array | 'unknown' | null> {
  const xml = new TextDecoder().decode(xmlBytes)
  const dataTag = /<(?:\w+:)?keyData\s[^>]*>/.exec(xml)?.[0]
  const keyTag = /<(?:\w+:)?encryptedKey\s[^>]*>/.exec(xml)?.[0]
  if (dataTag === undefined || keyTag === undefined || !/AES/.test(dataTag) || !/ChainingModeCBC/.test(dataTag))
    return 'unknown'
  const content = readKey(dataTag)
  const passwordKey = readKey(keyTag)
  const spinCount = Number(attribute(keyTag, 'spinCount'))
  if (content === null || passwordKey === null || !(spinCount >= 0 && spinCount <= MAX_SPIN_COUNT)) return 'unknown'

  const spun = spin(password, { salt: passwordKey.salt, hash: passwordKey.hash, spinCount })
  const decrypt = async (block: readonly number[], name: string): Promise<Bytes> => {
    const key = resize(await digest(passwordKey.hash, spun, new Uint8Array(block)), passwordKey.keyBytes)
    return await decryptCbc(key, resize(passwordKey.salt, passwordKey.blockBytes), base64(attribute(keyTag, name)))
  }
  const input = await decrypt(blockKeys.verifierInput, 'encryptedVerifierHashInput')
  const expected = await decrypt(blockKeys.verifierHash, 'encryptedVerifierHashValue')
  const actual = await digest(passwordKey.hash, input.subarray(0, passwordKey.salt.length))
  if (!equal(actual, expected.subarray(0, passwordKey.hashBytes))) return null
  const key = (await decrypt(blockKeys.key, 'encryptedKeyValue')).subarray(0, passwordKey.keyBytes)

  const plain = new Uint8Array(encrypted.length)
  for (let at = 0, index = 0; at < encrypted.length; at += SEGMENT_BYTES, index++) {
    const segment = wholeBlocks(encrypted.subarray(at, at + SEGMENT_BYTES))
    const vector = resize(await digest(content.hash, content.salt, littleEndian(index)), content.blockBytes)
    plain.set(await decryptCbc(key, vector, segment), at)
  }
  return plain
}

function readKey(tag: string): AgileKey | null {
  const hash = hashNames.get(attribute(tag, 'hashAlgorithm'))
  if (hash === undefined) return null
  const [hashBytes, keyBytes, blockBytes] = [
    attribute(tag, 'hashSize'),
    attribute(tag, 'keyBits'),
    attribute(tag, 'blockSize'),
  ].map(Number)
  const salt = base64(attribute(tag, 'saltValue'))
  const key = { salt, hash, hashBytes: hashBytes ?? 0, keyBytes: (keyBytes ?? 0) / 8, blockBytes: blockBytes ?? 16 }
  return keySizes.includes(key.keyBytes) && key.blockBytes === 16 ? key : null
}

async function standard(info: Uint8Array, encrypted: Bytes, password: string): Promise<Uint8Array | 'unknown' | null> {
  if (info.length < 12 + 20) return 'unknown'
  const view = viewOf(info)
  const headerBytes = view.getUint32(8, true)
  const keyBytes = view.getUint32(12 + 16, true) / 8
  const at = 12 + headerBytes
  if (at + 4 + 16 + 16 + 4 + 32 > info.length || !keySizes.includes(keyBytes)) return 'unknown'
  const salt = new Uint8Array(info.subarray(at + 4, at + 20))
  const verifier = new Uint8Array(info.subarray(at + 20, at + 36))
  const verifierHash = new Uint8Array(info.subarray(at + 40, at + 72))
  const spun = spin(password, { salt, hash: 'SHA-1', spinCount: STANDARD_SPIN_COUNT })
  const last = await digest('SHA-1', spun, littleEndian(0))
  const padded = (fill: number): Bytes => new Uint8Array(64).fill(fill).map((byte, index) => byte ^ (last[index] ?? 0))
  const key = concatBytes([await digest('SHA-1', padded(0x36)), await digest('SHA-1', padded(0x5c))]).subarray(
    0,
    keyBytes,
  )
  const expected = (await decryptEcb(key, verifierHash)).subarray(0, 20)
  if (!equal(await digest('SHA-1', await decryptEcb(key, verifier)), expected)) return null
  return await decryptEcb(key, wholeBlocks(encrypted))
}

/** Synchronous, because as many calls of Web Crypto are far slower. */
function spin(password: string, { salt, hash, spinCount }: { salt: Bytes; hash: HashName; spinCount: number }): Bytes {
  const hashFunction = hashes[hash]
  const units = Uint16Array.from(password, (unit) => unit.charCodeAt(0))
  let value = hashFunction(concatBytes([salt, new Uint8Array(units.buffer)]))
  const input = new Uint8Array(4 + value.length)
  const view = new DataView(input.buffer)
  for (let round = 0; round < spinCount; round++) {
    view.setUint32(0, round, true)
    input.set(value, 4)
    value = hashFunction(input)
  }
  return new Uint8Array(value)
}

async function digest(hash: string, ...parts: readonly Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(hash, concatBytes(parts)))
}

async function decryptEcb(key: Bytes, data: Bytes): Promise<Bytes> {
  const plain = await decryptCbc(key, new Uint8Array(16), data)
  for (let at = 16; at < plain.length; at++) plain[at]! ^= data[at - 16]!
  return plain
}

function resize(bytes: Uint8Array, length: number): Bytes {
  const fitted = new Uint8Array(length).fill(0x36)
  fitted.set(bytes.subarray(0, length))
  return fitted
}

function wholeBlocks(bytes: Bytes): Bytes {
  return bytes.subarray(0, bytes.length - (bytes.length % 16))
}

function littleEndian(value: number): Bytes {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return bytes
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
}

function equal(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
