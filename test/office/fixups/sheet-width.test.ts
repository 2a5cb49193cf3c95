import { expect, test } from 'vitest'
import { fitToWidth } from '../../../src/office/fixups/sheet-width.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

test('the page setup is added or replaced, and the sheet properties are completed', () => {
  const fitted = (xml: string) =>
    fitToWidth(`<worksheet xmlns="${main}">${xml}</worksheet>`)
      ?.replace(`<worksheet xmlns="${main}">`, '')
      .replace('</worksheet>', '')
  const page = '<pageSetup paperSize="8" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
  const head = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
  expect(fitted('<sheetData/>')).toBe(`${head}<sheetData/>${page}`)
  expect(fitted('<sheetPr><tabColor rgb="FF00FF00"/></sheetPr><sheetData></sheetData>')).toBe(
    `<sheetPr><tabColor rgb="FF00FF00"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetData></sheetData>${page}`,
  )
  expect(
    fitted(
      '<sheetPr codeName="a"/><sheetData></sheetData><pageSetup orientation="portrait"/><rowBreaks count="1"><brk id="2"/></rowBreaks><drawing r:id="1"/>',
    ),
  ).toBe(
    `<sheetPr codeName="a"><pageSetUpPr fitToPage="1"/></sheetPr><sheetData></sheetData>${page}<drawing r:id="1"/>`,
  )
  expect(fitToWidth('<chartsheet/>')).toBeNull()
})
