/** Joins a section number and its title, whose gap is as wide as between cells. */

import { unionAll } from '../../model/geometry.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import type { Line, PageObjects } from '../state.ts'
import { mostFrequentSize } from './text-style.ts'

/** "3", "2.1.3", "A.2". */
const sectionNumber = /^(?:\d{1,2}|(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4})\.?$/
const MAX_GAP_EM = 2.2
const BASELINE_TOLERANCE_EM = 0.1
/** Maximum rise of an accent over an uppercase letter. */
const MAX_ACCENT_RISE_EM = 0.5
const SIZE_TOLERANCE_RATIO = 0.05
/** End of a contents entry, which can have a heading style. */
const contentsEnd = /(?:\.\s?){3}|\s\d{1,3}$/
const MIN_SIZE_RATIO = 1.05
/** Maximum section numbers of a page. */
const MAX_NUMBERS = 200

/** Runs after tables and line numbers have claimed their lines. */
export function joinSectionNumbers(state: PageObjects): PageObjects {
  const { lines } = state
  const numbers = lines.filter((line) => sectionNumber.test(line.text) && isUpright(line))
  if (numbers.length === 0) return state
  const body = mostFrequentSize(lines, 0)
  const headingNumbers = numbers.filter((number) => hasHeadingStyle(number, body))
  if (headingNumbers.length > MAX_NUMBERS) return state
  const titles = new Map<Line, Line>()
  const claimed = new Set<Line>()
  for (const number of headingNumbers) {
    const following = lines.filter((line) => isAfterNumber(line, number))
    const title = following.find((line) => isTitleOf(line, number))
    // A separate accent between them would come before the number.
    if (
      title === undefined ||
      claimed.has(title) ||
      following.some((line) => line !== title && line.box.x0 < title.box.x0 + number.size)
    )
      continue
    titles.set(number, title)
    claimed.add(title)
  }
  return {
    ...state,
    lines: lines.flatMap((line) => {
      const title = titles.get(line)
      if (title === undefined) return claimed.has(line) ? [] : [line]
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

function isAfterNumber({ baseline, box }: Line, number: Line): boolean {
  return box.x0 >= number.box.x1 && Math.abs(baseline - number.baseline) <= MAX_ACCENT_RISE_EM * number.size
}

function isUpright({ spans: [first], formula }: Line): boolean {
  return formula === undefined && first !== undefined && isHorizontal(first)
}

function hasHeadingStyle({ spans, size }: Line, body: number): boolean {
  return size >= MIN_SIZE_RATIO * body || spans[0]?.font.bold === true
}

function isTitleOf(title: Line, number: Line): boolean {
  const { size } = number
  return (
    Math.abs(title.baseline - number.baseline) <= BASELINE_TOLERANCE_EM * size &&
    Math.abs(title.size - size) <= SIZE_TOLERANCE_RATIO * size &&
    title.box.x0 - number.box.x1 <= MAX_GAP_EM * size &&
    title.spans[0]?.font.name === number.spans[0]?.font.name &&
    /^["“«(¿¡]?\p{L}/u.test(title.text) &&
    !contentsEnd.test(title.text) &&
    !sectionNumber.test(title.text)
  )
}
