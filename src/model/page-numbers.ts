/** Part of a regular expression: "12", "xiv"; with the flag `i` also "XIV". */
export const printedNumber = String.raw`(?:\d{1,4}|[ivxl]{1,6})`

const pageNumber = new RegExp(String.raw`^[\s\-–—|]*${printedNumber}(?:\s*/\s*\d{1,4})?[\s\-–—|]*$`)

/** In contents and indexes, also of a part: "A-3". */
export const contentsNumber = new RegExp(String.raw`^(?:${printedNumber}|[A-Z]-?\d{1,3})$`)

/** "12", "xiv", "– 3 –", "3/15". Uppercase letters are options and list numbers: "-V". */
export function isPageNumber(text: string): boolean {
  return pageNumber.test(text)
}
