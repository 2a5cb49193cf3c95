/** Text of workbooks up to Excel 95, which has one byte per character ([MS-XLS] 2.4.52). */
import { codePageLabel } from '../../../encoding/code-pages.ts'
import { viewOf } from '../../../model/bytes.ts'

const CODE_PAGE_RECORD = 0x42
const START_RECORDS = new Set([0x09, 0x209, 0x409, 0x809])
const EXCEL_97 = 0x0600
const CODE_PAGES: Readonly<Record<number, number>> = { 32768: 10_000, 32769: 1252 }

/** SheetJS reads each byte as the character with this code. */
export function legacyTextDecoder(stream: Uint8Array): (text: string) => string {
  const codePage = legacyCodePage(viewOf(stream))
  if (codePage === null) return (text) => text
  const decoder = new TextDecoder(codePageLabel(CODE_PAGES[codePage] ?? codePage))
  return (text) =>
    isBytesBeyondAscii(text) ? decoder.decode(Uint8Array.from(text, (char) => char.charCodeAt(0))) : text
}

function isBytesBeyondAscii(text: string): boolean {
  return /[\u0080-\u00ff]/.test(text) && !/[\u0100-\uffff]/.test(text)
}

/** `null` for workbooks of Excel 97 and later, whose text is Unicode. */
function legacyCodePage(view: DataView): number | null {
  if (view.byteLength < 6 || !START_RECORDS.has(view.getUint16(0, true))) return null
  if (view.getUint16(0, true) === 0x809 && view.getUint16(4, true) === EXCEL_97) return null
  for (let at = 0; at + 6 <= view.byteLength; at += 4 + view.getUint16(at + 2, true))
    if (view.getUint16(at, true) === CODE_PAGE_RECORD) return view.getUint16(at + 4, true)
  return 1252
}
