/** Types and functions that the readers of the truth share: its words, and the parts of a package. */

import { attribute, type Element, elements } from '../../src/xml/tree.ts'
import { parseXml } from '../../src/xml/xml.ts'
import type { Archive } from '../../src/zip/archive.ts'

export interface TruthCell {
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  /** `null` if the XML does not contain the displayed text: a number, a date, a formula. */
  readonly text: string | null
  /** Formats may hide it: a zero. */
  readonly mayHide?: true
}

export interface TruthTable {
  readonly rows: number
  readonly cells: readonly TruthCell[]
}

export interface Truth {
  readonly headings: readonly string[]
  readonly tables: readonly TruthTable[]
  readonly words: readonly string[]
}

/** Keeps letters and digits only, because the characters between them are typography. */
export function normal(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
  )
}

export function part(archive: Archive, name: string): Element | undefined {
  const bytes = archive.read(name)
  return bytes === null ? undefined : parseXml(bytes, name)
}

export function relations(archive: Archive, name: string): Map<string, string> {
  return new Map(
    elements(part(archive, name)).map((relation) => [
      attribute(relation, 'Id') ?? '',
      attribute(relation, 'Target') ?? '',
    ]),
  )
}

export function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1)
  return new URL(target, `http://part/${folder}/`).pathname.slice(1)
}
