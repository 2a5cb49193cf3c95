/**
 * The words of rich text and of binary documents and presentations, for `repairBrokenWords`. The files are not read as what they are: their text
 * stands in them as it is, and whatever else in them looks like words does no harm, since no page shows it.
 */
import { toBinaryString } from '../../../model/bytes.ts'
import { openCompoundFile } from '../../compound-file.ts'
import { collectWords } from './rejoin-words.ts'

/** Larger files are rich in pictures; looking through them would take longer than the words are worth. */
const maxBytes = 16 << 20
const streams: Readonly<Record<string, string>> = {
  '.doc': 'WordDocument',
  '.ppt': 'PowerPoint Document',
  '.pps': 'PowerPoint Document',
}

/** None where the type keeps its text in another way. */
export function readByteWords(bytes: Uint8Array, fileType: string): readonly string[] {
  if (bytes.length > maxBytes) return []
  if (fileType === '.rtf') return collectWords(richTexts(toBinaryString(bytes)))
  const name = streams[fileType]
  const stream = name === undefined ? null : openCompoundFile(bytes)?.read(name, maxBytes)
  return stream == null ? [] : collectWords(textsOf(stream))
}

const wordEnd = /\\(?:par|line|tab|cell|row|sect|page|column|nestcell|nestrow)(?![a-z])(?:-?\d+)? ?/g
/** A character and what stands for it where Unicode is unknown; a byte; a sign; a control word. RTF 1.9.1. */
const control =
  /\\u(-?\d{1,5}) ?(?:\\'[0-9a-f]{2}|[^\\{}\s])?|\\'([0-9a-f]{2})|\\([^a-z])|\\[a-z]+(?:-?\d+)? ?|[{}\r\n]/gi
const signs: Readonly<Record<string, string>> = { '~': ' ', _: '-', '\\': '\\', '{': '{', '}': '}' }

/** Characters of rich text that are looked at together: millions of braces at once would take gigabytes. */
const pieceLength = 1 << 16

/** Piece by piece, cut where a paragraph ends; one that is longer than a piece may lose a word. */
function* richTexts(source: string): Generator<string> {
  for (let from = 0, to: number; from < source.length; from = to) {
    const end = source.lastIndexOf('\\par', from + pieceLength)
    to = end > from ? end : from + pieceLength
    yield richText(source.slice(from, to))
  }
}

function richText(source: string): string {
  return source.replace(wordEnd, ' ').replace(control, (_, unicode, byte, sign) => {
    if (unicode !== undefined) return String.fromCharCode(Number(unicode) & 0xffff)
    if (byte !== undefined) return latinSigns[Number.parseInt(byte, 16)] ?? ''
    return sign === undefined ? '' : (signs[sign] ?? '')
  })
}

const latin = new TextDecoder('windows-1252')
const latinSigns = latin.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
const wide = new TextDecoder('utf-16le')
/** Of scripts that put blanks between words; other signs are what bytes of another kind look like. */
const runs = /[\x21-\x7e\u00a1-\u052f\u1e00-\u1fff\u2010-\u2027]+/g

/** Of one byte a character, and of two, which begin at even and at odd places. */
function* textsOf(stream: Uint8Array): Generator<string> {
  for (const [text] of latin.decode(stream).matchAll(runs)) yield text
  for (const from of [0, 1]) for (const [text] of wide.decode(stream.subarray(from)).matchAll(runs)) yield text
}
