/** Counts list items and headings as Word does (ECMA-376 part 1, 17.9). */
import { clamp } from '../../../model/statistics.ts'
import { formatNumber } from '../number-formats.ts'
import { BULLET, type Marker } from '../page-writer.ts'

/** `format` has the names of DOCX, such as `decimal`. */
export interface ListLevel {
  readonly format: string
  /** Pattern such as `%1.%2`, with a placeholder per level. */
  readonly text: string
  readonly start: number
  /** Level whose items restart this one; 0 for never; by default any higher level. */
  readonly restart: number | undefined
  readonly isLegal: boolean
}

export interface ListDefinition {
  readonly abstractId: string
  readonly levels: ReadonlyMap<number, ListLevel>
  readonly starts: ReadonlyMap<number, number>
}

const MAX_LEVEL = 8

/** Pattern of a text in which the first nine control characters are placeholders for numbers (DOC, RTF). */
export function levelPattern(text: string): string {
  return Array.from(text, (each) => (each.charCodeAt(0) <= MAX_LEVEL ? `%${each.charCodeAt(0) + 1}` : each)).join('')
}

export class Numbering {
  readonly #lists: ReadonlyMap<string, ListDefinition>
  /** By level; lists with the same abstract definition share them. */
  readonly #counts = new Map<string, number[]>()
  readonly #started = new Set<string>()

  constructor(lists: ReadonlyMap<string, ListDefinition>) {
    this.#lists = lists
  }

  /** `null` for unknown lists, and for "0", which ends the list of a style. */
  next(numId: string, wantedLevel: number): Marker | null {
    const list = this.#lists.get(numId)
    if (numId === '0' || list === undefined) return null
    const level = clamp(wantedLevel, 0, MAX_LEVEL)
    const definition = list.levels.get(level)
    const counts = this.#counts.get(list.abstractId) ?? []
    this.#counts.set(list.abstractId, counts)
    const start = list.starts.get(level)
    const key = `${numId}/${level}`
    if (start !== undefined && !this.#started.has(key)) {
      this.#started.add(key)
      counts[level] = start - 1
    }
    counts[level] = (counts[level] ?? (definition?.start ?? 1) - 1) + 1
    for (let lower = level + 1; lower <= MAX_LEVEL; lower++) {
      const restart = list.levels.get(lower)?.restart
      if (restart === undefined || (restart !== 0 && level < restart)) delete counts[lower]
    }
    const isBullet = definition?.format === 'bullet' && !/^\s+$/.test(definition.text)
    const hasNumber = definition !== undefined && definition.format !== 'none'
    const text = isBullet ? BULLET : hasNumber ? formatMarker(definition, list, counts) : ''
    return { text, level, list: numId }
  }
}

function formatMarker({ text, isLegal }: ListLevel, { levels }: ListDefinition, counts: readonly number[]): string {
  return text
    .replace(/%([1-9])/g, (_, position: string) => {
      const at = Number(position) - 1
      const level = levels.get(at)
      return formatNumber(counts[at] ?? level?.start ?? 1, isLegal ? 'decimal' : (level?.format ?? 'decimal'))
    })
    .trim()
}
