/** Part of a regular expression: "12", "xiv", "XIV". */
export const printedNumber = String.raw`(?:\d{1,4}|[ivxl]{1,6}|[IVXL]{1,6})`

const pageNumber = new RegExp(
  String.raw`^[\s\-–—|•·.[(]*(?:(?:page|seite|página|p\.|第)\s*)?${printedNumber}(?:\s*页)?(?:\s*(?:of|\/|von|de|sur)\s*\d{1,4})?[\s\-–—|•·.\])]*$`,
  'i',
)

/** In contents and indexes, also of a part: "A-3". */
export const contentsNumber = new RegExp(String.raw`^(?:${printedNumber}|[A-Z]-?\d{1,3})$`)

/** "12", "xiv", "– 3 –", "Page 3 of 12". */
export function isPageNumber(text: string): boolean {
  return pageNumber.test(text)
}
