/** Tesseract's hOCR: words, lines, blocks; entities and empty words. */
import { expect, test } from 'vitest'
import { readHocr } from '../../src/engines/hocr.ts'

const page = `<div class='ocr_page' id='page_1' title='image "unknown"; bbox 0 0 600 400; ppageno 0; scan_res 200 200'>
 <div class='ocr_carea' id='block_1_1' title="bbox 10 10 300 80">
  <p class='ocr_par' id='par_1_1' lang='eng' title="bbox 10 10 300 80">
   <span class='ocr_header' id='line_1_1' title="bbox 10 10 300 40; baseline -0.005 -8; x_size 41; x_descenders 8; x_ascenders 10">
    <span class='ocrx_word' id='word_1_1' title='bbox 10 10 90 40; x_wconf 95'>Smith &amp;</span>
    <span class='ocrx_word' id='word_1_2' title='bbox 95 10 120 40; x_wconf 12'> </span>
    <span class='ocrx_word' id='word_1_3' title='bbox 130 10 300 40; x_wconf 87'><strong>&lt;Sons&gt;&#39;s</strong></span>
   </span>
   <span class='ocr_line' id='line_1_2' title="bbox 10 50 300 80; textangle 90; x_size 30; x_descenders 7; x_ascenders 7">
    <span class='ocrx_word' id='word_1_4' title='bbox 10 50 60 80; x_wconf 90'>up</span>
   </span>
  </p>
 </div>
 <div class='ocr_photo' id='block_1_2' title="bbox 20 100 580 390"></div>
 <div class='ocr_carea' id='block_1_3' title="bbox 310 10 590 80">
  <p class='ocr_par' id='par_1_3' lang='eng' title="bbox 310 10 590 80">
   <span class='ocr_line' id='line_1_3' title="bbox 310 10 590 40; baseline 0 -7; x_size 28; x_descenders 7; x_ascenders 7">
    <span class='ocrx_word' id='word_1_5' title='bbox 310 10 400 40; x_wconf 60'>right</span>
   </span>
  </p>
 </div>
</div>`

test('words with their confidence and line, lines with their properties', () => {
  const { words, lines, imageRegions } = readHocr(page)
  expect(words.map(({ text, confidence, line }) => [text, confidence, line])).toEqual([
    ['Smith &', 0.95, 0],
    ["<Sons>'s", 0.87, 0],
    ['up', 0.9, 1],
    ['right', 0.6, 2],
  ])
  expect(words[0]?.box).toEqual({ x0: 10, y0: 10, x1: 90, y1: 40 })
  expect(lines[0]).toEqual({
    box: { x0: 10, y0: 10, x1: 300, y1: 40 },
    slope: -0.005,
    offset: -8,
    height: 41,
    angle: 0,
    paragraph: 0,
    block: 0,
  })
  expect(lines[1]).toMatchObject({ angle: 90, slope: 0, offset: 0, paragraph: 0, block: 0 })
  expect(lines[2]).toMatchObject({ paragraph: 1, block: 1 })
  expect(imageRegions).toEqual([{ x0: 20, y0: 100, x1: 580, y1: 390 }])
})

test('a page without text', () => {
  expect(readHocr("<div class='ocr_page' id='page_1' title='bbox 0 0 6 4'></div>")).toEqual({
    words: [],
    lines: [],
    imageRegions: [],
  })
})

test('words that overlap the next one end where it begins, except on rotated lines', () => {
  const line = (
    angle: number,
  ): string => `<div class='ocr_carea' title="bbox 10 10 300 40"><p class='ocr_par' title="bbox 10 10 300 40">
   <span class='ocr_line' title="bbox 10 10 300 40; textangle ${angle}; x_size 30">
    <span class='ocrx_word' title='bbox 10 10 90 40; x_wconf 95'>增长</span>
    <span class='ocrx_word' title='bbox 60 10 120 40; x_wconf 95'>百</span>
    <span class='ocrx_word' title='bbox 130 10 160 40; x_wconf 95'>分之</span>
   </span></p></div>`
  const ends = (angle: number): number[] => readHocr(line(angle)).words.map(({ box }) => box.x1)
  expect(ends(0)).toEqual([60, 120, 160])
  expect(ends(90)).toEqual([90, 120, 160])
})
