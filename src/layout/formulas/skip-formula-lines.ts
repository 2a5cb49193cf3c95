import { coverage } from '../../model/geometry.ts'
import type { LayoutPass, Line, PageObjects } from '../state.ts'
import { mergeLines } from '../text/lines.ts'

/** An unnumbered formula within a found table becomes text of its cell again. */
export function skipFormulaLines(pass: LayoutPass<PageObjects>): LayoutPass<PageObjects> {
  return (state) => {
    if (!state.lines.some(isFormula)) return pass(state)
    const found = pass({ ...state, lines: state.lines.filter((line) => !isFormula(line)) })
    const isInTable = ({ box }: Line): boolean => found.tables.some((table) => coverage(box, table.box) > 0.5)
    const cells = state.lines.filter((line) => isFormula(line) && line.formula?.number === undefined && isInTable(line))
    if (cells.length > 0) {
      const lines = state.lines.flatMap((line) => (cells.includes(line) ? originalLines(state, line) : [line]))
      return skipFormulaLines(pass)({ ...state, lines })
    }
    const left = new Set(found.lines)
    return { ...found, lines: state.lines.filter((line) => isFormula(line) || left.has(line)) }
  }
}

function isFormula({ formula }: Line): boolean {
  return formula !== undefined
}

function originalLines(state: PageObjects, { spans }: Line): readonly Line[] {
  return mergeLines({ ...state.raw, spans })
}
