/** Lists of paragraphs whose markers are not stored with them (RTF 1.9.1, "List Tables"). */
import { type ListDefinition, type ListLevel, levelPattern, Numbering } from '../flow/list-numbering.ts'
import { formatOfCode } from '../number-formats.ts'
import type { Marker } from '../page-writer.ts'
import type { GroupState, ParagraphState } from './rtf-state.ts'

type Mutable<type> = { -readonly [key in keyof type]: type[key] }
type Level = Mutable<ListLevel>

interface List extends ListDefinition {
  readonly levels: Map<number, Level>
  readonly starts: Map<number, number>
}

const MAX_LEVELS = 9
const MAX_TEXT = 256
const tables = new Set(['listtable', 'listoverridetable'])
const skippedParts = new Set(['levelnumbers', 'listname', 'liststylename', 'listpicture'])

export class RtfLists {
  readonly #byId = new Map<number, List>()
  readonly #byNumber = new Map<string, List>()
  readonly #numbering = new Numbering(this.#byNumber)
  #list: List = newList()
  #level: Level = newLevel()
  #levelText = ''
  #levelNumber = -1
  #isOverride = false
  #changesStart = false

  marker({ list, listLevel }: ParagraphState): Marker | null {
    return list === 0 ? null : this.#numbering.next(String(list), listLevel)
  }

  control(word: string, value: number | null, state: GroupState): boolean {
    if (tables.has(word)) {
      state.destination = 'lists'
      this.#isOverride = word === 'listoverridetable'
    } else if (state.destination !== 'lists') return false
    else if (skippedParts.has(word)) state.destination = 'skip'
    else if (word === 'leveltext') {
      state.destination = 'levelText'
      this.#levelText = ''
    } else if (word === 'list') this.#startList(newList())
    else if (word === 'listid') this.#identify(value ?? 0)
    else if (word === 'ls') this.#byNumber.set(String(value ?? 0), this.#list)
    else if (word === 'lfolevel') this.#nextLevel()
    else if (word === 'listlevel') this.#startLevel()
    else if (word === 'listoverridestartat') this.#changesStart = true
    else this.#levelControl(word, value)
    return true
  }

  addLevelText(text: string): void {
    this.#levelText = (this.#levelText + text).slice(0, MAX_TEXT)
    const end = 1 + this.#levelText.charCodeAt(0)
    this.#level.text = levelPattern(this.#levelText.slice(1, end))
  }

  #startList(list: List): void {
    this.#list = list
    this.#levelNumber = -1
  }

  #nextLevel(): void {
    this.#levelNumber++
    this.#level = newLevel()
    this.#changesStart = false
  }

  /** Overrides refer to a list and come after it; the identifier of a list follows its levels. */
  #identify(id: number): void {
    if (this.#isOverride) {
      const base = this.#byId.get(id) ?? newList()
      this.#startList({ ...base, levels: new Map(base.levels), starts: new Map() })
    } else {
      this.#list = { ...this.#list, abstractId: String(id) }
      this.#byId.set(id, this.#list)
    }
  }

  #startLevel(): void {
    if (!this.#isOverride) this.#nextLevel()
    if (this.#levelNumber < MAX_LEVELS) this.#list.levels.set(this.#levelNumber, this.#level)
  }

  #levelControl(word: string, value: number | null): void {
    if (word === 'levelnfc' || word === 'levelnfcn') this.#level.format = formatOfCode(value ?? 0)
    else if (word === 'levelnorestart' && value !== 0) this.#level.restart = 0
    else if (word === 'levellegal') this.#level.isLegal = value !== 0
    else if (word === 'levelstartat') {
      this.#level.start = value ?? 1
      if (this.#changesStart && this.#levelNumber < MAX_LEVELS) this.#list.starts.set(this.#levelNumber, value ?? 1)
    }
  }
}

function newList(): List {
  return { abstractId: '', levels: new Map(), starts: new Map() }
}

function newLevel(): Level {
  return { format: 'decimal', text: '', start: 1, restart: undefined, isLegal: false }
}
