const pageNumber = /^[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?$/

/** In contents and indexes, also of a part: "A-3". */
export const contentsNumber = /^(\d{1,4}|[ivxlc]+|[A-Z]-?\d{1,3})$/

/** "12", "xiv", "– 3 –". */
export function isPageNumber(text: string): boolean {
  return pageNumber.test(text)
}
