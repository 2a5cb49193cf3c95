/** Sheet names of a converted workbook as headings: pages do not show them, but bookmarks do. */
import type { BlockStyle, DocumentInfo, DocumentPage, TitleBlock } from '../../model/document.ts'
import { boxOfSize } from '../../model/geometry.ts'
import { reindex } from '../reindex.ts'

/** CSV is excluded, because the converter named its sheet. */
const workbookTypes = new Set(['.xls', '.xlsx', '.xlsm', '.xlsb', '.ods'])

export function isWorkbook({ fileType }: DocumentInfo): boolean {
  return workbookTypes.has(fileType)
}

const noStyle: BlockStyle = {
  size: 0,
  bold: false,
  italic: false,
  mono: false,
  caps: false,
  color: 0,
  font: '',
  lineCount: 1,
}

/** The box of a sheet name is its first page. */
export function setSheetTitles(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  return pages.map((page) => {
    const { outline = [], blocks } = page
    const missing = outline.filter(
      ({ level, title }) => level === 1 && !blocks.some((block) => block.kind === 'title' && block.text === title),
    )
    if (missing.length === 0) return page
    const titles = missing.map(
      ({ title }): TitleBlock => ({
        kind: 'title',
        type: 'title',
        box: boxOfSize(page),
        confidence: 1,
        source: 'tagged',
        text: title,
        style: noStyle,
        level: 1,
        exact: true,
      }),
    )
    const order = [...titles.map((_, index) => blocks.length + index), ...blocks.keys()]
    return reindex({ ...page, blocks: [...blocks, ...titles] }, order)
  })
}
