/** Lines from which rows of formulas grow. */
import { overlapX } from '../../model/geometry.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { compareLines } from '../text/lines.ts'
import { numberOf } from './formula-numbers.ts'
import { isLimit } from './grow-row.ts'
import { isExpression } from './is-formula.ts'
import { inkOf, sizeOf } from './line-ink.ts'
import { scoreMath } from './math-score.ts'
import { isBigOperator } from './math-symbols.ts'

const relationSymbol = /[=<>≠≤≥≦≧≪≫≈≃≅≡∼∝∈⊂⊆→⇒⇔]/u
const tallBracket = /[⎛⎡⎧]/

export function mayHaveFormulas({ text }: Line): boolean {
  return relationSymbol.test(text) || tallBracket.test(text)
}

/** Lines with a tall bracket, then lines with a relation or a number, then others. Empty above `maxComparisons`. */
export function findSeeds(lines: readonly Line[], maxComparisons: number): Line[] {
  const withRelation = lines.filter((line) => relationSymbol.test(line.text) && isSeed(line))
  const operators = lines.filter(({ text }) => [...text].some(isBigOperator))
  const numbers = lines.filter(({ text }) => numberOf(text) !== null)
  if ((withRelation.length + numbers.length) * lines.length > maxComparisons) return []
  const seeds = new Set(withRelation.map((line) => operatorOf(line, operators) ?? line))
  for (const number of numbers) {
    const row = lines.filter(
      (line) => Math.abs(line.baseline - number.baseline) < number.size && line.box.x1 < number.box.x0,
    )
    if (row.length === 0 || row.some((line) => seeds.has(line))) continue
    const last = row.reduce((right, line) => (line.box.x1 > right.box.x1 ? line : right))
    if (isSeed(last)) seeds.add(last)
  }
  const all = [
    ...inOrder(lines.filter(({ text }) => tallBracket.test(text))),
    ...inOrder([...seeds]),
    ...inOrder(lines.filter((line) => !seeds.has(line) && isExpression([line]) && isSeed(line))),
  ]
  return all.length * lines.length > maxComparisons ? [] : all
}

/** The relation may be in a limit, as in a sum over `i ∈ I`. */
function operatorOf(line: Line, operators: readonly Line[]): Line | undefined {
  return operators.find(
    (other) =>
      overlapX(other.box, line.box) > 0 &&
      Math.abs(other.baseline - line.baseline) > 0.5 * line.size &&
      isLimit(line, { box: inkOf(other), size: sizeOf(other) }),
  )
}

function isSeed(line: Line): boolean {
  const [first] = line.spans
  if (first === undefined || !isHorizontal(first) || line.spans.every(({ font }) => font.mono)) return false
  const { chars, words } = scoreMath(line)
  return words <= chars * 0.5
}

function inOrder(lines: readonly Line[]): Line[] {
  return lines.toSorted(compareLines)
}
