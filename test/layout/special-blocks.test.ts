/** Bibliographies, exam sheets and margins: only types change. */
import { expect, test } from 'vitest'
import { labelReferences } from '../../src/layout/blocks/bibliography.ts'
import { labelChoices } from '../../src/layout/blocks/exam-choices.ts'
import { labelLists } from '../../src/layout/blocks/label-lists.ts'
import { extractMarginalia, insertMarginalia } from '../../src/layout/blocks/marginalia.ts'
import { groupRows } from '../../src/layout/blocks/paragraphs.ts'
import { orderLayout } from '../../src/layout/order/reading-order.ts'
import type { PageGroups } from '../../src/layout/state.ts'
import { grouped, type Ink, layoutState, lines, outline, rawPage } from './raw-pages.ts'

const types = (state: PageGroups): string[] =>
  state.groups.map((group) => (group.kind === 'text' ? group.type : group.kind))
const paragraphs = (texts: readonly string[], at: Partial<Ink> = {}): Ink[] =>
  texts.map((text, index) => ({ text, x: 72, y: 100 + 30 * index, ...at }))

test.each(['References', '7. REFERENCES', 'Literaturverzeichnis', 'Références', '参考文献', 'Works Cited:'])(
  'entries under "%s"',
  (heading) => {
    const state = labelReferences(
      grouped(
        paragraphs(['A paragraph before.', heading, 'Miller, A. On granaries. 1998.', 'Weber, B. On barns. 2001.']),
      ),
    )
    expect(types(state)).toEqual(['text', 'text', 'reference', 'reference'])
  },
)

test('the next heading ends the references, and a sentence about references is not a heading', () => {
  const state = grouped(paragraphs(['References', 'Miller, A. On granaries. 1998.', 'Appendix', 'More text.']))
  const titled = {
    ...state,
    groups: state.groups.map((group, index) =>
      index === 2 && group.kind === 'text' ? { ...group, type: 'title' as const } : group,
    ),
  }
  expect(types(labelReferences(titled))).toEqual(['text', 'reference', 'title', 'text'])
  expect(types(labelReferences(grouped(paragraphs(['References are found on our site.', 'More text.']))))).toEqual([
    'text',
    'text',
  ])
})

test('a slide navigation word smaller than the following text is not a heading', () => {
  const slide = [
    { text: 'References', x: 300, y: 20, size: 5 },
    ...paragraphs(['What we have found in the first year.', 'More text.']),
  ]
  expect(types(labelReferences(grouped(slide)))).not.toContain('reference')
})

test('answers below a question are choices', () => {
  const answers = ['A. A barn', 'B. A silo', 'C. A granary', 'D. None of these']
  expect(types(labelChoices(grouped(paragraphs(['4. Where is grain kept?', ...answers]))))).toEqual([
    'text',
    'choice',
    'choice',
    'choice',
    'choice',
  ])
  expect(
    types(labelChoices(grouped(paragraphs(['4. Where is grain kept (  )', 'A. A barn  B. A silo  C. A granary'])))),
  ).toEqual(['text', 'choice'])
  expect(
    types(
      labelChoices(
        labelLists(
          grouped(paragraphs(['Where is grain kept?', ...lines(answers, { x: 72, y: 130 }).map(({ text }) => text)])),
        ),
      ),
    ),
  ).toContain('choice')
  // Without a question, or with a gap in the sequence, they keep their type.
  expect(types(labelChoices(grouped(paragraphs(['Our buildings.', ...answers]))))).not.toContain('choice')
  expect(types(labelChoices(grouped(paragraphs(['Which?', 'A. A barn', 'C. A granary', 'D. None']))))).not.toContain(
    'choice',
  )
})

test('a gap alone on its line is a fill-in line', () => {
  expect(types(labelChoices(grouped(paragraphs(['Write your name:', '____________', 'Name: ________']))))).toEqual([
    'text',
    'blank',
    'text',
  ])
  expect(types(labelChoices(grouped(paragraphs(['A paragraph ends.', '____________']))))).toEqual(['text', 'text'])
})

const body = lines(
  Array.from({ length: 10 }, () => 'Running text as wide as the column goes on for several lines, and on it goes.'),
  { x: 120, y: 200 },
)
const sided = (inks: readonly Ink[]): string[] =>
  outline(layoutState(rawPage([...body, ...inks]), extractMarginalia, orderLayout, groupRows, insertMarginalia)).map(
    (text) => (text.startsWith('text: Running') ? 'body' : text),
  )

test('notes in the margin are read after the text next to them', () => {
  expect(sided(lines(['A note in', 'the margin'], { x: 40, y: 224, size: 7, leading: 9 }))).toEqual([
    'body',
    'sider: A note in the margin',
  ])
  const two = [
    ...lines(['The first'], { x: 40, y: 212, size: 7 }),
    ...lines(['The second'], { x: 40, y: 260, size: 7 }),
  ]
  expect(sided(two)).toEqual(['body', 'sider: The first', 'sider: The second'])
  // In body style they may be terms or labels.
  expect(sided(lines(['Granary', 'Barn'], { x: 40, y: 224 })).some((text) => text.startsWith('sider'))).toBe(false)
})

test('line numbers are removed, and other numbers stay', () => {
  const numbers = (values: readonly number[]): Ink[] =>
    values.map((value, index) => ({ text: String(value), x: 90, y: 200 + 24 * index, size: 8 }))
  expect(sided(numbers([5, 10, 15, 20, 25]))).toEqual(['body', 'sider: 5 10 15 20 25'])
  expect(sided(numbers([5, 10, 16, 20, 25])).some((text) => text.startsWith('sider'))).toBe(false)
  // They continue next to lines that are not running text, above and below it; a page number below them is not one of
  // them.
  const long = Array.from({ length: 14 }, (_, index) => ({
    text: String(index + 1),
    x: 90,
    y: 176 + 12 * index,
    size: 8,
  }))
  expect(sided([...long, { text: '3', x: 90, y: 360, size: 8 }])).toContain('sider: 1 2 3 4 5 6 7 8 9 10 11 12 13 14')
  // Paragraph numbers are further apart than lines.
  expect(
    sided([1, 2, 3, 4, 5].map((value) => ({ text: String(value), x: 90, y: 200 + 60 * value, size: 10 }))).some(
      (text) => text.startsWith('sider'),
    ),
  ).toBe(false)
})
