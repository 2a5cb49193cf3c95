/** Finds text of RTF and binary Office files without parsing. */
import { toBinaryString } from '../../../model/bytes.ts'
import { openCompoundFile } from '../../compound-file.ts'

/** In bytes; larger files consist mostly of images. */
const MAX_BYTES = 16 << 20
/** Characters per regular expression call, which bounds its memory. */
const SLICE_LENGTH = 1 << 16

const wordEnd = /\\(?:par|line|tab|cell|row|sect|page|column|nestcell|nestrow)(?![a-z])(?:-?\d+)? ?/g
/** A Unicode character with its fallback; a byte; a control symbol; a control word. RTF 1.9.1. */
const control =
  /\\u(-?\d{1,5}) ?(?:\\'[0-9a-f]{2}|[^\\{}\s])?|\\'([0-9a-f]{2})|\\([^a-z])|\\[a-z]+(?:-?\d+)? ?|[{}\r\n]/gi
const symbols: Readonly<Record<string, string>> = { '~': ' ', _: '-', '\\': '\\', '{': '{', '}': '}' }

export function* readRtfTexts(bytes: Uint8Array): Generator<string> {
  if (bytes.length > MAX_BYTES) return
  const source = toBinaryString(bytes)
  for (let from = 0, to: number; from < source.length; from = to) {
    const end = source.lastIndexOf('\\par', from + SLICE_LENGTH)
    to = end > from ? end : from + SLICE_LENGTH
    yield rtfText(source.slice(from, to))
  }
}

function rtfText(source: string): string {
  return source.replace(wordEnd, ' ').replace(control, (_, unicode, byte, symbol) => {
    if (unicode !== undefined) return String.fromCharCode(Number(unicode) & 0xffff)
    if (byte !== undefined) return latinCharacters[Number.parseInt(byte, 16)] ?? ''
    return symbol === undefined ? '' : (symbols[symbol] ?? '')
  })
}

const latin = new TextDecoder('windows-1252')
const latinCharacters = latin.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const wide = new TextDecoder('utf-16le')
const runs = /[\x21-\x7e\u00a1-\u052f\u1e00-\u1fff\u2010-\u2027]+/g
const textStreams: Readonly<Record<string, string>> = {
  '.doc': 'WordDocument',
  '.ppt': 'PowerPoint Document',
  '.pps': 'PowerPoint Document',
}

/** One and two bytes per character, the latter from even and odd offsets. */
export function* readDocTexts(bytes: Uint8Array, fileType: string): Generator<string> {
  const name = textStreams[fileType]
  if (bytes.length > MAX_BYTES || name === undefined) return
  const stream = openCompoundFile(bytes)?.read(name, MAX_BYTES)
  if (stream == null) return
  for (const [text] of latin.decode(stream).matchAll(runs)) yield text
  for (const from of [0, 1]) for (const [text] of wide.decode(stream.subarray(from)).matchAll(runs)) yield text
}
