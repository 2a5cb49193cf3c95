/**
 * The number of a section and its title → one line. A title stands a quad behind its number, about as far as the cells
 * of a row; left apart, a cut between columns would take the number away from it.
 */
import { unionAll } from '../../model/geometry.ts'
import type { Line, PageObjects } from '../state.ts'
import { addWeight, heaviest, roundSize } from './text-style.ts'

/** "3", "2.1.3", "A.2": what stands alone before its title. */
const sectionNumber = /^(?:\d{1,2}|(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4})\.?$/
/** A quad, a little more where the number is set in a box of its own; cells and page numbers mostly stand farther away. Ems. */
const maxGapEm = 2.2
const baselineEm = 0.1
/** An accent over a capital is raised by less. */
const raisedEm = 0.5
const sameSize = 0.05
/** Entries of a table of contents are in the type of titles, too. */
const contentsEnd = /(?:\.\s?){3}|\s\d{1,3}$/
/** Titles are set this much larger than the text, or bold. */
const larger = 1.05
/** No page has so many titles; bounds the work, which grows with their number and that of the lines. */
const maxNumbers = 200

/** Joins them where both are in the type of a title. Tables have taken their lines before, and so have the numbers of lines. */
export function joinSectionNumbers(draft: PageObjects): PageObjects {
  const { lines } = draft
  const numbers = lines.filter((line) => sectionNumber.test(line.text) && isUpright(line))
  if (numbers.length === 0) return draft
  const body = bodySize(lines)
  const heads = numbers.filter((number) => isTitleType(number, body))
  if (heads.length > maxNumbers) return draft
  const titles = new Map<Line, Line>()
  const taken = new Set<Line>()
  for (const number of heads) {
    const beside = lines.filter((line) => isUpright(line) && isBehind(line, number))
    const title = beside.find((line) => isTitleOf(line, number))
    // What stands between, such as an accent drawn apart, would come before the number.
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
    ...draft,
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

/** On about the same baseline, raised accents too. */
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
