import { describe, expect, test } from 'vitest'
import { assemble } from '../../src/assemble/assemble.ts'
import type { Block } from '../../src/model/document.ts'
import { defaultOptions } from '../../src/model/options.ts'
import { prose, text, title } from './pages.ts'

const tagged = <block extends Block>(block: block): block => ({ ...block, source: 'tagged' })
const features = { ...defaultOptions.features, keep_header_footer: true }

function types(pages: readonly (readonly Block[])[], fileType: string) {
  const made = pages.map((blocks, pageIndex) => ({ pageIndex, width: 595, height: 842, blocks, warnings: [] }))
  const { pages: done } = assemble(
    made,
    { fileName: 'a', fileType, pageCount: made.length },
    { ...defaultOptions, features },
  )
  return done.map(({ blocks }) => blocks.map(({ type }) => type))
}

describe('converted Office files', () => {
  const pages = [1, 2].map((number) => [
    text('Running head', { y: 30 }),
    tagged(text(`The only line of text on page ${number}, right below the head.`, { y: 60 })),
    text('Foot', { y: 810 }),
  ])

  test('untagged text above and below is furniture, tagged text is not', () => {
    expect(types(pages, '.docx')).toEqual([
      ['header', 'text', 'footer'],
      ['header', 'text', 'footer'],
    ])
  })

  test('tagged paragraphs that look like headings are not furniture', () => {
    const heading = { ...title('Notes on the law', { y: 40 }), inTags: true as const }
    const body = tagged(text('The only line of text, right below it.', { y: 60 }))
    expect(types([[text('Running head', { y: 20 }), heading, body]], '.docx')).toEqual([['header', 'title', 'text']])
    expect(types([[heading, body]], '.pptx')).toEqual([['text', 'text']])
    expect(types([[text('Running head', { y: 20 }), heading]], '.docx')).toEqual([['header', 'title']])
  })

  test('furniture of uploaded PDFs is found by its layout, because it may be tagged', () => {
    const body = prose().map(tagged)
    const page = [tagged(text('Running head', { y: 30 })), ...body]
    expect(types([page, page, page], '.pdf')[2]?.[0]).toBe('header')
    expect(types([page, page, page], '.docx')[2]?.[0]).toBe('text')
  })

  test('slides have only their tagged titles', () => {
    const slide = [
      { ...tagged(title('Named', { y: 50 })), exact: true as const },
      tagged(title('Large', { y: 150 })),
      tagged(text('Larger', { y: 250, size: 30, bold: true })),
    ]
    expect(types([slide], '.pptx')).toEqual([['title', 'text', 'text']])
  })
})
