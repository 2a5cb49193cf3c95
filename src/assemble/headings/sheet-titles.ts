/** Pages that a converter made of a workbook → each sheet under its name, which no page prints but the bookmark that leads to the sheet has. */
import type { BlockStyle, DocumentInfo, DocumentPage, TitleBlock } from '../../model/document.ts'
import { reindex } from '../reindex.ts'

const workbookTypes = new Set(['.xls', '.xlsx', '.xlsm', '.xlsb', '.ods'])

/** Delimited text has one sheet, and the converter named it. */
export function isWorkbook({ fileType }: DocumentInfo): boolean {
  return workbookTypes.has(fileType)
}

/** Nobody set the name in type. */
const style: BlockStyle = {
  size: 0,
  bold: false,
  italic: false,
  mono: false,
  caps: false,
  color: 0,
  font: '',
  lineCount: 1,
}

/** The name has no place on the page: the whole of it is its box. */
export function setSheetTitles(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return pages.map((page) => {
    const { outline = [], blocks, width, height } = page
    const box = { x0: 0, y0: 0, x1: width, y1: height }
    const names = outline
      .filter(
        ({ level, title }) => level === 1 && !blocks.some((block) => block.kind === 'title' && block.text === title),
      )
      .map(
        ({ title }): TitleBlock => ({
          kind: 'title',
          type: 'title',
          box,
          confidence: 1,
          source: 'tagged',
          text: title,
          style,
          level: 1,
          exact: true,
        }),
      )
    const named = { ...page, blocks: [...blocks, ...names] }
    const own = blocks.map((_, index) => index)
    return names.length === 0 ? page : reindex(named, [...names.map((_, index) => blocks.length + index), ...own])
  })
}
