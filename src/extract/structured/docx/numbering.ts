/**
 * `numbering.xml` → the markers of list items and numbered headings, counted as Word counts them: levels restart below a new item
 * of a higher one, lists of one definition go on counting, overrides begin anew.
 */

import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { counter } from '../list-counters.ts'

interface Level {
  readonly format: string
  /** `%1.%2`: each figure stands for that level's number. */
  readonly text: string
  readonly start: number
  /** The level whose items begin this one anew; 0: never; absent: any above. */
  readonly restart: number | undefined
  /** Counts of levels above are shown as digits, whatever their format. */
  readonly legal: boolean
}

interface List {
  readonly abstractId: string
  readonly levels: ReadonlyMap<number, Level>
  readonly starts: ReadonlyMap<number, number>
}

export interface Marker {
  /** `- ` for bullets; the printed number; "" for none. */
  readonly text: string
  readonly isBullet: boolean
  readonly level: number
  /** Equal for items of one list. */
  readonly list: string
}

const maxLevel = 8

export class Numbering {
  readonly #lists = new Map<string, List>()
  readonly #counts = new Map<string, number[]>()
  /** Lists whose own starts have been applied. */
  readonly #begun = new Set<string>()

  constructor(root: Element | null) {
    const abstracts = new Map(
      elements(root ?? undefined, 'w:abstractNum').map((each) => [attribute(each, 'w:abstractNumId') ?? '', each]),
    )
    const byStyle = new Map(
      [...abstracts.values()].flatMap((each): [string, Element][] => {
        const link = attribute(child(each, 'w:styleLink'), 'w:val')
        return link === undefined ? [] : [[link, each]]
      }),
    )
    for (const each of elements(root ?? undefined, 'w:num')) {
      const own = abstracts.get(attribute(child(each, 'w:abstractNumId'), 'w:val') ?? '')
      if (own === undefined) continue
      const linked = attribute(child(own, 'w:numStyleLink'), 'w:val')
      const abstract = (linked === undefined ? undefined : byStyle.get(linked)) ?? own
      const levels = new Map(
        elements(abstract, 'w:lvl').map((level) => [integer(level, 'w:ilvl') ?? 0, readLevel(level)]),
      )
      const starts = new Map<number, number>()
      for (const override of elements(each, 'w:lvlOverride')) {
        const at = integer(override, 'w:ilvl') ?? 0
        const level = child(override, 'w:lvl')
        if (level !== undefined) levels.set(at, readLevel(level))
        const start = integer(child(override, 'w:startOverride'), 'w:val')
        if (start !== undefined) starts.set(at, start)
      }
      this.#lists.set(attribute(each, 'w:numId') ?? '', {
        abstractId: attribute(abstract, 'w:abstractNumId') ?? '',
        levels,
        starts,
      })
    }
  }

  /** Counts one item. `null` when the list does not exist or "0" takes the paragraph out of its style's list. */
  next(numId: string, wantedLevel: number): Marker | null {
    const list = this.#lists.get(numId)
    if (numId === '0' || list === undefined) return null
    const level = Math.min(maxLevel, Math.max(0, wantedLevel))
    const shape = list.levels.get(level)
    const counts = this.#counts.get(list.abstractId) ?? []
    this.#counts.set(list.abstractId, counts)
    for (const [at, start] of list.starts) {
      const key = `${numId}/${at}`
      if (at !== level || this.#begun.has(key)) continue
      this.#begun.add(key)
      counts[at] = start - 1
    }
    counts[level] = (counts[level] ?? (shape?.start ?? 1) - 1) + 1
    for (let below = level + 1; below <= maxLevel; below++) {
      const restart = list.levels.get(below)?.restart
      if (restart === undefined || (restart !== 0 && level < restart)) delete counts[below]
    }
    if (shape === undefined) return { text: '', isBullet: false, level, list: numId }
    if (shape.format === 'bullet') return { text: '- ', isBullet: true, level, list: numId }
    return {
      text: shape.format === 'none' ? '' : this.#print(shape, list, counts),
      isBullet: false,
      level,
      list: numId,
    }
  }

  #print(shape: Level, { levels }: List, counts: readonly number[]): string {
    return shape.text
      .replace(/%([1-9])/g, (_, figure: string) => {
        const at = Number(figure) - 1
        const level = levels.get(at)
        return printed(counts[at] ?? level?.start ?? 1, shape.legal ? 'decimal' : (level?.format ?? 'decimal'))
      })
      .trim()
  }
}

function readLevel(level: Element): Level {
  return {
    format:
      attribute(child(level, 'w:numFmt'), 'w:val') ??
      attribute(child(level, 'mc:AlternateContent', 'mc:Fallback', 'w:numFmt'), 'w:val') ??
      'decimal',
    text: attribute(child(level, 'w:lvlText'), 'w:val') ?? '',
    start: integer(child(level, 'w:start'), 'w:val') ?? 0,
    restart: integer(child(level, 'w:lvlRestart'), 'w:val'),
    legal: child(level, 'w:isLgl') !== undefined,
  }
}

const cjkDigits = '〇一二三四五六七八九'

function printed(number: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
      return wordLetters(number)
    case 'upperLetter':
      return wordLetters(number).toUpperCase()
    case 'lowerRoman':
      return counter(number, 'i')
    case 'upperRoman':
      return counter(number, 'I')
    case 'decimalZero':
      return number < 10 ? `0${number}` : String(number)
    case 'ordinal':
      return `${number}.`
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'ideographDigital':
    case 'japaneseCounting':
    case 'taiwaneseCountingThousand':
    case 'taiwaneseCounting':
    case 'japaneseDigitalTenThousand':
    case 'koreanDigital2':
      return cjk(number)
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return number >= 1 && number <= 20 ? String.fromCodePoint(0x245f + number) : String(number)
    default:
      return String(number)
  }
}

/** Word goes on after z with aa, bb, cc. */
function wordLetters(number: number): string {
  if (number < 1) return String(number)
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(20, Math.floor((number - 1) / 26) + 1))
}

function cjk(number: number): string {
  if (number < 0 || number > 99) return [...String(number)].map((digit) => cjkDigits[Number(digit)] ?? digit).join('')
  const tens = Math.floor(number / 10)
  const ones = number % 10
  return `${tens > 1 ? cjkDigits[tens] : ''}${tens > 0 ? '十' : ''}${ones > 0 || number === 0 ? cjkDigits[ones] : ''}`
}
