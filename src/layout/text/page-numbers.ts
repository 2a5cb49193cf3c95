const pageNumber = /^[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?$/

/** "12", "xiv", "– 3 –". */
export function isPageNumber(text: string): boolean {
  return pageNumber.test(text)
}
