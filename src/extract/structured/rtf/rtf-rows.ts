/** Definition of a table row (RTF 1.9.1, "Table Definitions"). */
import type { CellDefinition, RowDefinition } from '../flow/flow-table.ts'
import type { CellMerge } from '../flow/merge-cells.ts'

export class RowProperties {
  #left = 0
  #isHeader = false
  #cells: CellDefinition[] = []
  #horizontal: CellMerge = 'none'
  #vertical: CellMerge = 'none'

  get definition(): RowDefinition {
    return { left: this.#left, cells: this.#cells, isHeader: this.#isHeader }
  }

  control(word: string, value: number | null): boolean {
    switch (word) {
      case 'trowd':
        this.#left = 0
        this.#isHeader = false
        this.#cells = []
        this.#horizontal = 'none'
        this.#vertical = 'none'
        return true
      case 'trleft':
        this.#left = value ?? 0
        return true
      case 'trhdr':
        this.#isHeader = true
        return true
      case 'clmgf':
        this.#horizontal = 'first'
        return true
      case 'clmrg':
        this.#horizontal = 'continued'
        return true
      case 'clvmgf':
        this.#vertical = 'first'
        return true
      case 'clvmrg':
        this.#vertical = 'continued'
        return true
      case 'cellx':
        this.#cells.push({ right: value ?? 0, horizontal: this.#horizontal, vertical: this.#vertical })
        this.#horizontal = 'none'
        this.#vertical = 'none'
        return true
      default:
        return false
    }
  }
}
