import { expect, test } from 'vitest'
import { pagesPdf, paragraph, show } from '../fixtures/pdf-writer.ts'
import { parsePdf } from '../layout/drawn.ts'

const columns = [72, 172, 422, 522]
const prose = [
  'Running text as wide as the column goes on for several lines before the table',
  'that shows what each of the fields of the farm has brought in during the year.',
]

/** A ruled table from the given height down; each row consists of its lines. */
function ruled(top: number, rows: readonly (readonly (readonly string[])[])[]): { content: string; bottom: number } {
  let y = top
  let content = `1 w\n${columns[0]} ${y} m ${columns.at(-1)} ${y} l S\n`
  rows.forEach((row, index) => {
    const high = 8 + 13 * Math.max(...row.map((lines) => lines.length))
    content += row
      .map((lines, at) =>
        lines
          .map((line, n) =>
            show(index === 0 && top < 700 ? 'Bold' : 'Body', 10, [columns[at]! + 6, y - 14 - 13 * n], line),
          )
          .join(''),
      )
      .join('')
    y -= high
    content += `${columns[0]} ${y} m ${columns.at(-1)} ${y} l S\n`
  })
  content += columns.map((x) => `${x} ${top} m ${x} ${y} l S\n`).join('')
  return { content, bottom: y }
}

const head = [['Field'], ['What happened'], ['Tonnes']]
const first = ruled(200, [
  head,
  [['North'], ['Wheat was sown in spring.'], ['4']],
  [['South'], ['Rye was sown in autumn, and after the long'], ['5']],
])

function pdf(rows: readonly (readonly (readonly string[])[])[]): Uint8Array {
  const upper = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => paragraph('Body', 11, [72, 780 - at * 60], prose)).join('')
  const second = ruled(790, rows)
  return pagesPdf([
    { content: upper + first.content },
    { content: second.content + paragraph('Body', 11, [72, second.bottom - 40], prose) },
  ])
}

async function tables(rows: readonly (readonly (readonly string[])[])[]): Promise<string[]> {
  const { blocks } = await parsePdf(pdf(rows), { features: { enable_table_cross_page: true } })
  return blocks
    .filter(({ type }) => type === 'table')
    .map(({ content }) =>
      content.replace(/<\/?(?:table|tr|t[hd])>/g, (tag) => ({ '<tr>': '\n', '</td>': '|', '</th>': '|' })[tag] ?? ''),
    )
}

const rest = [[], ['rain of that year it was cut by hand.'], []]
const west = [['West'], ['Nothing was sown at all.'], ['0']]

test('the rest of a split row is appended to its row', async () => {
  expect(await tables([rest, west])).toEqual([
    '\nField|What happened|Tonnes|\nNorth|Wheat was sown in spring.|4|\nSouth|Rye was sown in autumn, and after the long rain of that year it was cut by hand.|5|\nWest|Nothing was sown at all.|0|',
  ])
})

test('the rest below a repeated header is appended, too', async () => {
  expect((await tables([head, rest, west]))[0]?.split('\n').length).toBe(5)
})

test('a row that may be complete is not joined', async () => {
  const own = [[], ['Also the hedge was cut.'], ['1']]
  expect((await tables([own, west]))[0]).toContain('\n|Also the hedge was cut.|1|')
})
