/**
 * Joins a section number and its title to one line. They are about as far apart as cells of a row, so a column split
 * could separate them.
 */
import { unionAll } from '../../model/geometry.ts'
import type { Line, PageObjects } from '../state.ts'
import { addWeight, heaviest, roundSize } from './text-style.ts'

/** "3", "2.1.3", "A.2": a section number on its own. */
const sectionNumber = /^(?:\d{1,2}|(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4})\.?$/
/** Maximum gap between number and title, in em. */
const maxGapEm = 2.2
const baselineEm = 0.1
/** Maximum rise of an accent over an uppercase letter, in em. */
const raisedEm = 0.5
const sameSize = 0.05
/** End of an entry in a table of contents, which can have the style of a heading. */
const contentsEnd = /(?:\.\s?){3}|\s\d{1,3}$/
/** Minimum size of a heading relative to the text. */
const larger = 1.05
/** Maximum number of section numbers per page; bounds the work. */
const maxNumbers = 200

/** Joins them if both have a heading style. Runs after tables and line numbers have claimed their lines. */
export function joinSectionNumbers(state: PageObjects): PageObjects {
  const { lines } = state
  const numbers = lines.filter((line) => sectionNumber.test(line.text) && isUpright(line))
  if (numbers.length === 0) return state
  const body = bodySize(lines)
  const heads = numbers.filter((number) => isTitleType(number, body))
  if (heads.length > maxNumbers) return state
  const titles = new Map<Line, Line>()
  const taken = new Set<Line>()
  for (const number of heads) {
    const beside = lines.filter((line) => isUpright(line) && isBehind(line, number))
    const title = beside.find((line) => isTitleOf(line, number))
    // Anything in between, such as a separate accent, would come before the number.
    if (
      title === undefined ||
      taken.has(title) ||
      beside.some((line) => line !== title && line.box.x0 < title.box.x0 + number.size)
    )
      continue
    titles.set(number, title)
    taken.add(title)
  }
  return {
    ...state,
    lines: lines.flatMap((line) => {
      const title = titles.get(line)
      if (title === undefined) return taken.has(line) ? [] : [line]
      return [
        {
          ...title,
          spans: [...line.spans, ...title.spans],
          box: unionAll([line.box, title.box]),
          text: `${line.text} ${title.text}`,
        },
      ]
    }),
  }
}

/** On about the same baseline, accents included. */
function isBehind({ baseline, box }: Line, number: Line): boolean {
  return box.x0 >= number.box.x1 && Math.abs(baseline - number.baseline) <= raisedEm * number.size
}

function isUpright({ spans, formula }: Line): boolean {
  return formula === undefined && spans[0]?.rotation === 0 && !spans[0].vertical
}

function bodySize(lines: readonly Line[]): number {
  const sizes = new Map<number, number>()
  for (const { size, text } of lines) addWeight(sizes, roundSize(size), text.length)
  return heaviest(sizes, 0)
}

function isTitleType({ spans, size }: Line, body: number): boolean {
  return size >= larger * body || spans[0]?.font.bold === true
}

function isTitleOf(title: Line, number: Line): boolean {
  const { size } = number
  return (
    Math.abs(title.baseline - number.baseline) <= baselineEm * size &&
    Math.abs(title.size - size) <= sameSize * size &&
    title.box.x0 - number.box.x1 <= maxGapEm * size &&
    title.spans[0]?.font.name === number.spans[0]?.font.name &&
    /^["“«(¿¡]?\p{L}/u.test(title.text) &&
    !contentsEnd.test(title.text) &&
    !sectionNumber.test(title.text)
  )
}
