/** Stamps from the bytes of a PDF: round ones with words in them, and content that is only red. */
import { expect, test } from 'vitest'
import { pagesPdf, paragraph, show } from '../../fixtures/pdf-writer.ts'
import { parsePdf } from '../drawn.ts'

const prose = [
  'Running text as wide as the column goes on for several lines, and it comes to',
  'its end above the place where the keeper has set his stamp below the account.',
]
const red = '0.8 0.05 0.1 RG 0.8 0.05 0.1 rg\n'
const black = '0 G 0 g\n'

/** A circle of four curves. */
function ring(x: number, y: number, radius: number): string {
  const k = radius * 0.5523
  return (
    `2 w ${x + radius} ${y} m ${x + radius} ${y + k} ${x + k} ${y + radius} ${x} ${y + radius} c ${x - k} ${y + radius} ${x - radius} ${y + k} ${x - radius} ${y} c ` +
    `${x - radius} ${y - k} ${x - k} ${y - radius} ${x} ${y - radius} c ${x + k} ${y - radius} ${x + radius} ${y - k} ${x + radius} ${y} c S\n`
  )
}

const page = (mark: string): Uint8Array =>
  pagesPdf([
    { content: paragraph('Body', 11, [72, 740], prose) + mark + black + paragraph('Body', 11, [72, 480], prose) },
  ])
const types = async (mark: string): Promise<string[]> =>
  (await parsePdf(page(mark))).blocks.map(({ type, content }) => (type === 'text' ? type : `${type} ${content}`))

test('a red ring with words is a stamp with an image', async () => {
  const mark =
    red + ring(420, 600, 50) + show('Bold', 10, [395, 605], 'HARBOUR') + show('Body', 9, [395, 590], '4 May 2012')
  expect(await types(mark)).toEqual(['text', 'stamp HARBOUR 4 May 2012', 'text'])
  const { blocks, markdown } = await parsePdf(page(mark))
  expect(blocks[1]?.img_url).toContain('p1-1.png')
  expect(markdown).toContain('![HARBOUR 4 May 2012](')
  expect((await parsePdf(page(mark), { features: { enable_image_understanding: false } })).blocks[1]?.content).toBe('')
})

test('text printed below a stamp stays', async () => {
  const mark = `${black}${show('Body', 11, [340, 600], 'Signed for the Board')}${red}${ring(420, 600, 50)}${show('Bold', 10, [395, 615], 'HARBOUR')}`
  const { blocks } = await parsePdf(page(mark))
  expect(blocks.map(({ type, content }) => `${type} ${content}`)).toEqual(
    expect.arrayContaining(['stamp HARBOUR', 'text Signed for the Board']),
  )
})

test('black rings, red rings without words and red frames around words are not stamps', async () => {
  const words = show('Bold', 10, [395, 605], 'HARBOUR')
  for (const mark of [
    black + ring(420, 600, 50) + words,
    `${red}${ring(420, 600, 50)}`,
    `${red}2 w 370 560 100 80 re S\n${words}`,
  ])
    expect((await types(mark)).filter((text) => text.startsWith('stamp'))).toEqual([])
})
