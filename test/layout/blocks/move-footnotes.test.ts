import { expect, test } from 'vitest'
import { pagesPdf, paragraph } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'

const column = (word: string): string[] =>
  Array.from({ length: 24 }, (_, index) => `${index === 0 ? word : 'and'} so this line of the text runs on`)

async function contents(notes: string): Promise<string[]> {
  const content =
    paragraph('Body', 10, [72, 730], column('First')) + paragraph('Body', 10, [320, 730], column('then')) + notes
  const { blocks } = await parsePdf(pagesPdf([{ content }]))
  return blocks.map((block) => `${block.type}: ${block.content.slice(0, 5)}`)
}

test('the footnote of the first column follows the text of the second, with its continuation there', async () => {
  const note = paragraph(
    'Body',
    7,
    [72, 390],
    ['1 A note about the first line of this', 'page, which needs two lines and'],
  )
  expect(await contents(note)).toEqual(['text: First', 'text: then ', 'footnote: 1 A n'])
  const rest = paragraph('Body', 7, [320, 390], ['a third one at the foot of the other', 'column of the page.'])
  expect((await contents(note + rest)).slice(-2)).toEqual(['footnote: 1 A n', 'footnote: a thi'])
})
