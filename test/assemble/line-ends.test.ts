/** Layout leaves hyphens at line ends open; the words of the document decide about them. */
import { describe, expect, test } from 'vitest'
import { joinLines } from '../../src/model/join-text.ts'
import { assembled, table, text } from './pages.ts'

/** The text of a paragraph whose lines these are, in a document with another page. */
function read(lines: readonly string[], otherPage = 'Another page.'): string {
  const paragraph = text(joinLines(lines), { y: 100, lines: lines.length })
  const [block] = assembled([[paragraph], [text(otherPage, { y: 100 })]]).pages[0]!.blocks
  return block?.kind === 'text' ? block.text : ''
}

describe('a word that is broken at a line end', () => {
  test('loses its hyphen', () => expect(read(['the rhu-', 'barb was ripe'])).toBe('the rhubarb was ripe'))

  test('keeps it if the document has the compound elsewhere', () => {
    expect(read(['it was a long-', 'range plan'], 'Another long-range plan.')).toBe('it was a long-range plan')
    expect(read(['it was a long-', 'range plan'], 'Another longrange plan.')).toBe('it was a longrange plan')
  })

  test('keeps it before a usual second part of a compound, after a word of the document', () => {
    expect(read(['ensure racist-', 'free campuses'], 'Some racist behavior.')).toBe('ensure racist-free campuses')
    expect(read(['read the mani-', 'fold'])).toBe('read the manifold')
    expect(read(['the un-', 'known land'], 'A known land.')).toBe('the unknown land')
  })

  test('keeps it after a prefix, before a word', () => {
    expect(read(['a well-', 'made chair'])).toBe('a well-made chair')
    expect(read(['the ex-', 'minister'], 'The minister spoke.')).toBe('the ex-minister')
    expect(read(['was ex-', 'citable'])).toBe('was excitable')
  })

  test('is part of a longer compound', () => {
    expect(read(['a state-', 'of-the-art tool'], 'A sort of it.')).toBe('a state-of-the-art tool')
    expect(read(['a com-', 'puter-based tool'])).toBe('a computer-based tool')
  })
})

test('no soft hyphen is left in lists, tables and links', () => {
  const item = { level: 0, marker: '- ', text: 'rhu\u00adbarb' }
  const list = {
    ...text('- rhu\u00adbarb', { y: 100 }),
    items: [item],
    links: [{ text: 'rhu\u00adbarb', url: 'http://a/' }],
  }
  const { blocks } = assembled([[list, table([['Fruit'], ['rhu\u00adbarb']], { y: 300 })]]).pages[0]!
  expect(JSON.stringify(blocks)).not.toContain('\u00ad')
})

describe('a Korean line end', () => {
  const other =
    '배포판을 배포판의 설치를 설명서를 사용자를 파일을 이름을 설치 설명서 배포판 수 있습니다. 볼 수 있습니다.'
  test('before a particle, which begins no word of the document, is inside a word', () => {
    expect(read(['이 배포판', '을 쓰면'], other)).toBe('이 배포판을 쓰면')
  })
  test('before a word of the document separates words', () => {
    expect(read(['쓸', '수 있습니다'], other)).toBe('쓸 수 있습니다')
    expect(read(['처음 보는', '낱말'], other)).toBe('처음 보는 낱말')
  })
  test('on both sides of a line of one word', () => {
    expect(read(['이 배포판', '을', '설치'], other)).toBe('이 배포판을 설치')
  })
})

test('a word of a hundred thousand letters takes linear time', () => {
  const long = 'a'.repeat(100_000)
  expect(read([`${long} the rhu-`, 'barb'])).toBe(`${long} the rhubarb`)
}, 5_000)
