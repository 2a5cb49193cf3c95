import { expect, test } from 'vitest'
import type { Block } from '../../../src/model/document.ts'
import { insertFormulaPlaceholders, restoreFormulas } from '../../../src/office/fixups/formulas.ts'

const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const power =
  '<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>'
const document = (body: string) => `<w:document ${names}><w:body>${body}</w:body></w:document>`
const base = { box: { x0: 0, y0: 0, x1: 1, y1: 1 }, confidence: 1, source: 'tagged' } as const
const style = { size: 10, bold: false, italic: false, mono: false, caps: false, font: '', lineCount: 1 }
const text = (content: string): Block => ({ kind: 'text', type: 'text', ...base, text: content, style }) as Block

test('formulas become placeholders in text runs and are restored as equations or in one line', () => {
  const replaced = insertFormulaPlaceholders(
    document(`<w:p><w:r><w:t>area </w:t></w:r>${power}</w:p><w:p><m:oMathPara>${power}${power}</m:oMathPara></w:p>`),
  )
  expect(replaced?.xml).toBe(
    document(
      '<w:p><w:r><w:t>area </w:t></w:r><w:r><w:t>[~f0~]</w:t></w:r></w:p><w:p><w:r><w:t>[~f1~] [~f2~]</w:t></w:r></w:p>',
    ),
  )
  const formulas = replaced?.formulas ?? []
  expect(formulas).toHaveLength(3)
  expect(restoreFormulas(text('area [~f0~].'), formulas)).toMatchObject({ type: 'text', text: 'area x².' })
  expect(restoreFormulas(text(' [~f1~] '), formulas)).toMatchObject({
    type: 'equation',
    formula: { tree: formulas[1] },
  })
  const cell = { row: 0, col: 0, rowSpan: 1, colSpan: 1, header: false, box: base.box, text: 'a [~f0~]' }
  const table = restoreFormulas(
    { kind: 'table', type: 'table', ...base, rows: 1, cols: 1, cells: [cell], captions: [] },
    formulas,
  )
  expect(table).toMatchObject({ cells: [{ text: 'a x²' }] })
})

test('unknown placeholders, documents without formulas and damaged formulas are unchanged', () => {
  expect(restoreFormulas(text('see [~f7~]'), [])).toMatchObject({ text: 'see [~f7~]' })
  expect(insertFormulaPlaceholders(document('<w:p/>'))).toBeNull()
  expect(insertFormulaPlaceholders(document('<w:p><m:oMath><m:r></m:oMath></w:p>'))).toBeNull()
  expect(insertFormulaPlaceholders('<html/>')).toBeNull()
})
