/** Words of page images: their places, and the selection. */
import * as mupdf from 'mupdf'
import type { Locator, Page } from 'playwright-core'

export interface Point {
  readonly x: number
  readonly y: number
}

/** Where a word is on a page of a PDF, as parts of the width and height of the page. */
export function placeOf(bytes: Uint8Array, pageNumber: number, word: string): Point {
  const page = mupdf.Document.openDocument(bytes, 'application/pdf').loadPage(pageNumber)
  const [x1, y1, x2, y2] = page.getBounds()
  const quad = page.search(word, '')[0]?.[0]
  if (quad === undefined) throw new Error(`The page does not have “${word}”.`)
  // The corners are in the direction of the text.
  const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2
  return {
    x: middle([quad[0], quad[2], quad[4], quad[6]]) / (x2 - x1),
    y: middle([quad[1], quad[3], quad[5], quad[7]]) / (y2 - y1),
  }
}

export async function pointOnPage(page: Locator, place: Point): Promise<Point> {
  const box = await page.boundingBox()
  if (box === null) throw new Error('The page is not drawn.')
  return { x: box.x + place.x * box.width, y: box.y + place.y * box.height }
}

export function selectedText(page: Page): Promise<string> {
  return page.evaluate<string>('String(getSelection())')
}
