/** Pages printed by a browser: right-to-left text, and charts with all text around them. */
import { expect, test } from 'vitest'
import { fixture } from '../fixtures/fixtures.ts'
import { parsePdf } from './drawn.ts'

test('Hebrew and Arabic are in reading order, with numbers and Latin words in their places', async () => {
  const { blocks } = await parsePdf(await fixture('pdf-right-to-left'))
  expect(blocks.map(({ content }) => content)).toEqual([
    'דוח המים',
    'זהו דוח על המים בעמק. בכל שנה מודדים השומרים כמה מים עוברים בסכרים, וכותבים בספר את מה שמצאו. בשנת 2019 נמדדו 345 ליטרים בשנייה, יותר מאשר בכל השנים שלפניה (ראו ABC Report).',
    'الوادي',
    'هذا تقرير عن المياه في الوادي. يقيس الحراس كل عام كمية المياه التي تمر عبر السدود، ويكتبون ما وجدوه في كتاب. وفي عام 2019 بلغت الكمية 345 لترا في الثانية، وهي أكبر من كل ما سبق.',
    'The Hebrew word שלום means peace, and it is used as a greeting in the whole valley; ספר means book (or 2 books).',
  ])
})

test.each(['pdf-right-to-left-report', 'pdf-right-to-left-untagged'])(
  'a heading, a numbered list and a table from right to left: %s',
  async (id) => {
    const { blocks } = await parsePdf(await fixture(id))
    expect(blocks.map(({ type, content }) => [type, content])).toEqual([
      ['title', 'דוח המים 2019'],
      ['text', expect.stringContaining('בשנת 2019 נמדדו 345 ליטרים בשנייה')],
      ['text', '1. מים רבים\n2. מים מעטים (ABC Report)'],
      ['table', expect.stringContaining('<tr><th>שנה</th><th>ליטרים</th><th>סכרים</th></tr>')],
    ])
  },
)

test('charts contain their axes, legends and titles, and none of these is text', async () => {
  const { pages } = await parsePdf(await fixture('pdf-charts'))
  for (const { blocks } of pages) {
    expect(blocks.map(({ type }) => type)).toEqual(['title', 'text', 'figure', 'figure_caption', 'text'])
    expect(blocks[2]?.captions).toEqual([3])
  }
  const texts = pages.map(({ blocks }) => blocks[2]?.content ?? '')
  for (const words of ['100', 'Upper weir', 'Lower weir', 'Water (litres per second)', 'Autumn', 'Season of the year'])
    expect(texts[0]).toContain(words)
  for (const words of ['Chart of levels 1990-2020', '2.0', '2015', 'North pond', 'Mill pond'])
    expect(texts[1]).toContain(words)
  for (const words of ['Repairs of weirs and sluices after storms', '60.5', '250', 'Thousand crowns'])
    expect(texts[2]).toContain(words)
})
