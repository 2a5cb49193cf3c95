import { expect, test } from 'vitest'
import { pagesPdf, paragraph } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'

const column = (word: string, length: number): string[] =>
  Array.from({ length }, (_, index) => `${index === 0 ? word : 'and'} so this line of the text runs on`)

async function contents(notes: string, lineCount = 24): Promise<string[]> {
  const [left, right] = [column('First', 24), column('then', lineCount)]
  const content = paragraph('Body', 10, [72, 730], left) + paragraph('Body', 10, [320, 730], right) + notes
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

test('a note without a mark, or with a mark in larger type, is a footnote if it interrupts a sentence', async () => {
  const unmarked = paragraph('Body', 8, [72, 416], ['Ada Lovelace: this is how to write to', 'the author of the work.'])
  const raised = `${paragraph('Body', 5, [72, 419], ['1'])}${paragraph('Body', 11, [76, 416], ['A note that is larger.'])}`
  for (const note of [unmarked, raised])
    expect((await contents(note, 28)).map((line) => line.split(' ')[0])).toEqual(['text:', 'text:', 'footnote:'])
  const afterSentence = paragraph('Body', 8, [320, 416], ['Ada Lovelace: this is how to write to'])
  expect((await contents(afterSentence)).at(-1)).toBe('text: Ada L')
})
