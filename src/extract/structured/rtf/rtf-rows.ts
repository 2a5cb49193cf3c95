/** Definition of a table row (RTF 1.9.1, "Table Definitions"). */
import type { CellDefinition, RowDefinition } from '../flow/flow-table.ts'

type Merges = Omit<CellDefinition, 'right'>

const unmerged: Merges = { horizontal: 'none', vertical: 'none' }

const MERGES = new Map<string, Partial<Merges>>([
  ['clmgf', { horizontal: 'first' }],
  ['clmrg', { horizontal: 'continued' }],
  ['clvmgf', { vertical: 'first' }],
  ['clvmrg', { vertical: 'continued' }],
])

export class RowProperties {
  #left = 0
  #isHeader = false
  #cells: CellDefinition[] = []
  #merges = unmerged

  get definition(): RowDefinition {
    return { left: this.#left, cells: this.#cells, isHeader: this.#isHeader }
  }

  control(word: string, value: number | null): boolean {
    const merge = MERGES.get(word)
    if (merge !== undefined) this.#merges = { ...this.#merges, ...merge }
    else if (word === 'trowd') {
      this.#left = 0
      this.#isHeader = false
      this.#cells = []
      this.#merges = unmerged
    } else if (word === 'trleft') this.#left = value ?? 0
    else if (word === 'trhdr') this.#isHeader = true
    else if (word === 'cellx') {
      this.#cells.push({ right: value ?? 0, ...this.#merges })
      this.#merges = unmerged
    } else return false
    return true
  }
}
