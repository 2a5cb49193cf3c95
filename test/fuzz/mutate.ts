/**
 * Seeded mutations of files. Archives are mutated inside their entries, because a damaged checksum would hide
 * everything else.
 */
import { unzipSync, zipSync } from 'fflate'
import { concatBytes } from '../../src/model/bytes.ts'
import { createRandom, type Random } from '../training/words.ts'

/** Lengths, offsets and counts at the limits of their types. */
const numbers = [
  '0',
  '-1',
  '1',
  '255',
  '65535',
  '65536',
  '2147483647',
  '4294967295',
  '99999999999',
  '1e308',
  'NaN',
  '0.0000001',
]
/** Bytes that mean something in one of the formats. */
const tokens = [
  '<',
  '>',
  '</',
  '/>',
  '&',
  '"',
  "'",
  ']]>',
  '<!--',
  '<<',
  '>>',
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  '%%EOF',
  '/Type',
  '/Length',
  '/Kids',
  ' R ',
  '[',
  ']',
  '(',
  ')',
  '\\',
  '\0',
  '\r\n',
  '\ufeff',
  '\u202e',
  '\ufffe',
  '|',
  '#',
  '```',
  '--',
  ';',
  'q ',
  'Q ',
  'BT ',
  'ET ',
]
const maxMutations = 6
const maxBlock = 4096
const encoder = new TextEncoder()
const latin1 = new TextDecoder('latin1')

/** `other`: a file of the same type, to splice with. The same seed gives the same bytes. */
export function mutate(bytes: Uint8Array, other: Uint8Array, seed: number): Uint8Array {
  const random = createRandom(seed)
  if (isZip(bytes) && random.chance(0.85)) return mutateArchive(bytes, other, random)
  return mutateBytes(bytes, other, random)
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

function mutateArchive(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let entries: Record<string, Uint8Array>
  let spare: Record<string, Uint8Array>
  try {
    entries = unzipSync(bytes)
    spare = isZip(other) ? unzipSync(other) : {}
  } catch {
    return mutateBytes(bytes, other, random)
  }
  const names = Object.keys(entries)
  if (names.length === 0) return mutateBytes(bytes, other, random)
  for (let count = random.int(1, 3); count > 0; count--) {
    const name = random.pick(names)
    const entry = entries[name] ?? new Uint8Array()
    const kind = random.next()
    if (kind < 0.05) delete entries[name]
    else if (kind < 0.1) entries[random.pick(names)] = entry
    else entries[name] = mutateBytes(entry, spare[name] ?? entry, random)
  }
  // Programs detect OpenDocument and EPUB by this entry, which is stored.
  const { mimetype, ...others } = entries
  return zipSync({ ...(mimetype === undefined ? {} : { mimetype: [mimetype, { level: 0 }] }), ...others }, { level: 1 })
}

function mutateBytes(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  let changed: Uint8Array = bytes.slice()
  for (let count = random.int(1, maxMutations); count > 0; count--)
    changed = random.pick(mutations)(changed, random, other)
  return changed
}

type Mutation = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array

const at = (bytes: Uint8Array, random: Random): number => random.int(0, Math.max(0, bytes.length - 1))
const replace = (bytes: Uint8Array, from: number, to: number, by: Uint8Array): Uint8Array =>
  concatBytes([bytes.subarray(0, from), by, bytes.subarray(Math.max(from, to))])

const mutations: readonly Mutation[] = [
  function flipBit(bytes, random) {
    const position = at(bytes, random)
    if (position in bytes) bytes[position] = (bytes[position] ?? 0) ^ (1 << random.int(0, 7))
    return bytes
  },
  function overwrite(bytes, random) {
    const from = at(bytes, random)
    const value = random.pick([0, 0xff, 0x7f, 0x80, 0x20])
    return bytes.fill(value, from, from + random.int(1, 16))
  },
  function truncate(bytes, random) {
    return random.chance(0.3) ? bytes.subarray(0, at(bytes, random)) : bytes
  },
  function removeBlock(bytes, random) {
    const from = at(bytes, random)
    return replace(bytes, from, from + random.int(1, maxBlock), new Uint8Array())
  },
  function repeatBlock(bytes, random) {
    const from = at(bytes, random)
    const block = bytes.slice(from, from + random.int(1, maxBlock))
    return replace(bytes, from, from, concatBytes(Array.from({ length: random.int(1, 40) }, () => block)))
  },
  function splice(bytes, random, other) {
    const from = at(bytes, random)
    const start = at(other, random)
    return replace(bytes, from, from + random.int(0, maxBlock), other.subarray(start, start + random.int(1, maxBlock)))
  },
  function insertToken(bytes, random) {
    const from = at(bytes, random)
    return replace(bytes, from, from + random.int(0, 3), encoder.encode(random.pick(tokens)))
  },
  function changeNumber(bytes, random) {
    const from = at(bytes, random)
    const found = /\d+/.exec(latin1.decode(bytes.subarray(from, from + 200)))
    if (found === null) return bytes
    const start = from + found.index
    return replace(bytes, start, start + found[0].length, encoder.encode(random.pick(numbers)))
  },
]
