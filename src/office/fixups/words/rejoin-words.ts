/**
 * Words that a converter broke because their line was narrower than they are, in a cell or a small box, made whole again: the page
 * shows two pieces, the file itself knows the word.
 */

import type { Block } from '../../../model/document.ts'
import type { Archive } from '../../../zip/archive.ts'
import { familyOf } from '../../formats.ts'

const textParts =
  /^(?:word\/(?:document|footnotes|endnotes|header|footer)\d*\.xml|ppt\/slides\/slide\d+\.xml|content\.xml)$/i
/** Elements that end a word, in WordprocessingML, DrawingML and OpenDocument. */
const wordEnds =
  /<\/(?:w:p|a:p|text:p|text:h)>|<(?:w:tab|w:br|w:cr|a:br|text:tab|text:s|text:line-break)(?=[\s/>])[^>]*>/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Of a document with more different words a table of all of them would outweigh its pages. */
const maxWords = 30_000
/** UTF-16 units. What is longer is no word, but an address or data. */
const maxWordLength = 80
/** A word that its line has no room for is broken as often as it takes; more pieces are a column of letters. */
const maxPieces = 4

/** The different words of a text document or of slides, as they stand between blanks. Empty for all other files. */
export function readWords(archive: Archive, fileType: string): readonly string[] {
  const family = familyOf(fileType)
  if (family !== 'writer' && family !== 'impress') return []
  return collectWords(
    archive.names
      .values()
      .filter((name) => textParts.test(name))
      .map((name) => readPart(archive, name)),
  )
}

/** None of texts with too many different ones. */
export function collectWords(texts: Iterable<string>): readonly string[] {
  const words = new Set<string>()
  for (const text of texts) {
    // One at a time: as a list, the words of a file of millions would take more room than the file.
    for (const [word] of text.matchAll(/\S+/g)) {
      if (word.length > maxWordLength) continue
      words.add(word)
      if (words.size > maxWords) return []
    }
  }
  return [...words]
}

/** What is damaged is the converter's to judge: it may well know a way to read it. */
function readPart(archive: Archive, name: string): string {
  try {
    return textOf(new TextDecoder().decode(archive.need(name)))
  } catch {
    return ''
  }
}

function textOf(xml: string): string {
  return xml
    .replace(wordEnds, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
}

/** One look-up table for all pages of a document. */
const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** The block with its words whole. `words`: from `readWords`. */
export function repairBrokenWords(block: Block, words: readonly string[]): Block {
  let known = sets.get(words)
  if (known === undefined) {
    known = new Set(words)
    sets.set(words, known)
  }
  const mended = mend(known)
  if (block.kind === 'table')
    return { ...block, cells: block.cells.map((cell) => ({ ...cell, text: mended(cell.text) })) }
  if (block.kind === 'text' && block.items !== undefined)
    return {
      ...block,
      text: mended(block.text),
      items: block.items.map((item) => ({ ...item, text: mended(item.text) })),
    }
  return block.kind === 'figure' ? block : { ...block, text: mended(block.text) }
}

function mend(known: ReadonlySet<string>): (text: string) => string {
  return (text) => {
    const pieces = text.split(' ')
    if (pieces.every((piece) => known.has(piece))) return text
    const whole: string[] = []
    for (let at = 0; at < pieces.length; ) {
      const count = piecesOfWord(pieces, at, known)
      whole.push(pieces.slice(at, at + count).join(''))
      at += count
    }
    return whole.join(' ')
  }
}

/** How many pieces from here on make one word of the file, at least one of which is none by itself; 1 where none do. */
function piecesOfWord(pieces: readonly string[], at: number, known: ReadonlySet<string>): number {
  for (let count = 2; count <= maxPieces && at + count <= pieces.length; count++) {
    const some = pieces.slice(at, at + count)
    if (known.has(some.join('')) && !some.every((piece) => known.has(piece))) return count
  }
  return 1
}
