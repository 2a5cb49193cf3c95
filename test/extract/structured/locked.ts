/**
 * Encrypts files for tests: OpenDocument as LibreOffice does (ODF 1.2 part 3, 3.4), OOXML as Office 2010 and later do
 * (agile encryption, [MS-OFFCRYPTO] 2.3.4.10–15) in a compound file ([MS-CFB]), with fewer hash rounds.
 */

import { deflateSync, unzipSync, zipSync } from 'fflate'

type Bytes = Uint8Array<ArrayBuffer>

const spins = 50
const segment = 4096
const sector = 512
const endOfChain = 0xfffffffe
const tableSector = 0xfffffffd
const none = 0xffffffff

const join = (...pieces: readonly Uint8Array[]): Bytes => Uint8Array.from(pieces.flatMap((piece) => [...piece]))
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))
const number = (value: number): Bytes => new Uint8Array(new Uint32Array([value]).buffer)
const sha512 = async (...pieces: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-512', join(...pieces)))
const padded = (bytes: Uint8Array, unit: number): Bytes =>
  join(bytes, new Uint8Array((unit - (bytes.length % unit)) % unit))

/** For whole blocks: the padding block that Web Crypto adds is removed. */
async function encrypt(key: Bytes, vector: Bytes, plain: Bytes): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt'])
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: vector }, imported, plain)).subarray(
    0,
    plain.length,
  )
}

/** Encrypts a package with a password. */
export async function locked(plain: Uint8Array, password: string): Promise<Uint8Array> {
  const salt = Uint8Array.from({ length: 16 }, (_, at) => at * 7)
  const dataSalt = Uint8Array.from({ length: 16 }, (_, at) => at * 11)
  const key = Uint8Array.from({ length: 32 }, (_, at) => at * 5)
  const input = Uint8Array.from({ length: 16 }, (_, at) => at * 3)
  let spun = await sha512(
    salt,
    Uint8Array.from([...password].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8])),
  )
  for (let round = 0; round < spins; round++) spun = await sha512(number(round), spun)
  const seal = async (block: readonly number[], value: Bytes): Promise<string> =>
    base64(await encrypt((await sha512(spun, Uint8Array.from(block))).subarray(0, 32), salt, value))
  const method =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"'
  const verifier = await seal([0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79], input)
  const verifierHash = await seal([0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e], await sha512(input))
  const sealedKey = await seal([0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6], key)
  const xml = `<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${method} saltValue="${base64(dataSalt)}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" ${method} saltValue="${base64(salt)}" encryptedVerifierHashInput="${verifier}" encryptedVerifierHashValue="${verifierHash}" encryptedKeyValue="${sealedKey}"/></keyEncryptor></keyEncryptors></encryption>`
  const info = join(Uint8Array.from([4, 0, 4, 0, 0x40, 0, 0, 0]), new TextEncoder().encode(xml))
  const content = padded(plain, 16)
  const pieces: Bytes[] = []
  for (let at = 0; at < content.length; at += segment) {
    const vector = (await sha512(dataSalt, number(at / segment))).subarray(0, 16)
    pieces.push(await encrypt(key, vector, content.slice(at, at + segment)))
  }
  return compoundFile({ EncryptionInfo: info, EncryptedPackage: join(number(plain.length), number(0), ...pieces) })
}

/** Every part except the manifest and `mimetype` is compressed, encrypted and stored. */
export async function lockedOpenDocument(
  plain: Uint8Array,
  password: string,
  algorithm = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
): Promise<Uint8Array> {
  const salt = Uint8Array.from({ length: 16 }, (_, at) => at * 13)
  const vector = Uint8Array.from({ length: 16 }, (_, at) => at * 17)
  const start = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password))
  const imported = await crypto.subtle.importKey('raw', start, 'PBKDF2', false, ['deriveBits'])
  const key = new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-1', salt, iterations: spins }, imported, 256),
  )
  const parts: Record<string, [Uint8Array, { level: 0 }]> = {}
  let entries = ''
  for (const [name, bytes] of Object.entries(unzipSync(plain))) {
    const isLocked = name !== 'mimetype' && name !== 'META-INF/manifest.xml'
    const packed = deflateSync(bytes)
    // Only the last byte of the padding has a meaning.
    const added = 16 - (packed.length % 16)
    const content = join(packed, new Uint8Array(added).fill(7, 0, added - 1).fill(added, added - 1))
    parts[name] = [isLocked ? await encrypt(key, vector, content) : bytes, { level: 0 }]
    const data = `<manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="AA=="><manifest:algorithm manifest:algorithm-name="${algorithm}" manifest:initialisation-vector="${base64(vector)}"/><manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${spins}" manifest:salt="${base64(salt)}"/></manifest:encryption-data>`
    if (isLocked)
      entries += `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="text/xml" manifest:size="${bytes.length}">${data}</manifest:file-entry>`
  }
  const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entries}</manifest:manifest>`
  return zipSync({ ...parts, 'META-INF/manifest.xml': [new TextEncoder().encode(manifest), { level: 0 }] })
}

/** Streams are extended to 4096 bytes, because shorter ones would be stored in the mini stream. */
export function compoundFile(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const table: number[] = [tableSector, endOfChain]
  const entries: Bytes[] = [entry('Root Entry', { type: 5, start: endOfChain, size: 0, child: 1, right: none })]
  const bodies: Bytes[] = []
  for (const [at, [name, bytes]] of Object.entries(streams).entries()) {
    const body = padded(join(bytes, new Uint8Array(Math.max(0, segment - bytes.length)).fill(0x20)), sector)
    const right = at + 1 < Object.keys(streams).length ? at + 2 : none
    entries.push(
      entry(name, { type: 2, start: table.length, size: Math.max(bytes.length, segment), child: none, right }),
    )
    for (let left = body.length / sector; left > 0; left--) table.push(left === 1 ? endOfChain : table.length + 1)
    bodies.push(body)
  }
  const header = new Uint8Array(sector)
  const view = new DataView(header.buffer)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    view.setUint16(at, value, true)
  for (const [at, value] of [
    [44, 1],
    [48, 1],
    [56, segment],
    [60, endOfChain],
    [68, endOfChain],
    [76, 0],
  ] as const)
    view.setUint32(at, value, true)
  for (let at = 80; at < sector; at += 4) view.setUint32(at, none, true)
  while (table.length < sector / 4) table.push(none)
  if (table.length > sector / 4) throw new Error('the streams need a second sector of the table')
  return join(header, new Uint8Array(Uint32Array.from(table).buffer), padded(join(...entries), sector), ...bodies)
}

function entry(
  name: string,
  { type, start, size, child, right }: Readonly<Record<'type' | 'start' | 'size' | 'child' | 'right', number>>,
): Bytes {
  const bytes = new Uint8Array(128)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < name.length; at++) view.setUint16(2 * at, name.charCodeAt(at), true)
  view.setUint16(64, 2 * (name.length + 1), true)
  bytes[66] = type
  bytes[67] = 1
  for (const [at, value] of [
    [68, none],
    [72, right],
    [76, child],
    [116, start],
    [120, size],
  ] as const)
    view.setUint32(at, value, true)
  return bytes
}
