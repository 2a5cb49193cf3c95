import { readDamageable } from '../damaged-file.ts'
import { plainInline } from '../inline-text.ts'
import { BULLET, type CellContent, PageWriter } from '../page-writer.ts'
import { SlideNumbers } from '../slide-numbers.ts'
import { writeSlide } from '../slide-writer.ts'
import { findStoredImage } from '../stored-image.ts'
import {
  type DocumentReader,
  type EmbeddedImage,
  noSlidesError,
  type StructuredPage,
  unconvertedDocument,
} from '../types.ts'
import { readNotesBySlide } from './ppt-notes.ts'
import { type ListedRecord, openPpt, type PptFile } from './ppt-records.ts'
import { readPptShapes, type TableBox } from './ppt-shapes.ts'
import type { PptText } from './ppt-text.ts'

export const pptReader: DocumentReader = {
  open(bytes) {
    const file = readDamageable(() => openPpt(bytes))
    const slides = readDamageable(() => file?.slides() ?? [])
    if (file === null || slides.length === 0) throw noSlidesError()
    const notes = readDamageable(() => readNotesBySlide(file))
    return unconvertedDocument(slides, 'one for each slide', (slide, { speakerNotes }) =>
      readDamageable(() => readSlide(file, slide, speakerNotes ? (notes.get(slide.id) ?? []) : [])),
    )
  },
}

function readSlide(file: PptFile, { record, outline }: ListedRecord, notes: readonly string[]): StructuredPage {
  const writer = new PageWriter()
  const shapes = readPptShapes(file, record, outline)
  writeSlide(shapes, writer, {
    kindOf: (shape) => (shape.kind === 'text' ? shape.text.kind : null),
    textOf: (shape) =>
      plainInline(shape.kind === 'text' ? shape.text.paragraphs.map(({ text }) => text).join(' ') : ''),
    write(shape) {
      if (shape.kind === 'text') writeText(shape.text, writer)
      else if (shape.kind === 'table') writer.table(toCells(shape.cells))
      else writer.figure(readImage(file, shape.image), '')
    },
  })
  for (const text of notes) writer.text(plainInline(text))
  return writer.finish()
}

function writeText({ paragraphs }: PptText, writer: PageWriter): void {
  const list = {}
  const numbers = new SlideNumbers()
  for (const { text, level, isBullet, number } of paragraphs) {
    const counted = isBullet && number !== null && text.trim() !== '' ? numbers.next(number, level) : null
    if (counted === null && text.trim() !== '') numbers.restart(level)
    if (isBullet) writer.item({ text: counted ?? BULLET, level, list }, plainInline(text))
    else writer.text(plainInline(text))
  }
  writer.endList()
}

function toCells(cells: readonly TableBox[]): CellContent[] {
  const lines = (edges: readonly number[]): number[] => [...new Set(edges)].sort((a, b) => a - b)
  const rows = lines(cells.map(({ box }) => box.y))
  const columns = lines(cells.map(({ box }) => box.x))
  const span = (starts: readonly number[], from: number, end: number): number =>
    Math.max(1, starts.filter((each) => each >= from && each < end).length)
  return cells
    .map(({ box, text }) => ({
      ...plainInline(text),
      row: rows.indexOf(box.y),
      col: columns.indexOf(box.x),
      rowSpan: span(rows, box.y, box.y + box.height),
      colSpan: span(columns, box.x, box.x + box.width),
      header: false,
    }))
    .sort((a, b) => a.row - b.row || a.col - b.col)
}

const OFFSET_POSITION = 28

function readImage(file: PptFile, number: number): EmbeddedImage | null {
  const entry = file.imageEntries()[number - 1]
  if (entry === undefined) return null
  const at = file.number(entry.start + OFFSET_POSITION)
  const bytes = findStoredImage(file.pictures, at, file.pictures.byteLength)
  return bytes === null ? null : { bytes, alt: '' }
}
