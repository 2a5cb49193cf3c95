/** Reads only the text of Word 6 and Word 95 files, whose formatting has another structure. */
import { guessLegacyEncoding } from '../../../encoding/legacy-encoding.ts'
import { ParseError } from '../../../model/errors.ts'
import { FlowWriter } from '../flow/flow-writer.ts'
import { plainInline } from '../inline-text.ts'
import type { StructuredPage } from '../types.ts'
import { type DocFile, part } from './doc-file.ts'

const RANGES_FLAG = 0x0004
const CELL_END = '\u0007'
const [FIELD_START, FIELD_SEPARATOR, FIELD_END] = ['\u0013', '\u0014', '\u0015']
const FIELD_CODE = new RegExp(
  `${FIELD_START}[^${FIELD_START}${FIELD_SEPARATOR}${FIELD_END}]*[${FIELD_SEPARATOR}${FIELD_END}]`,
  'g',
)

export function readWord95(file: DocFile): StructuredPage[] {
  const { main } = file
  if ((main.getUint16(10, true) & RANGES_FLAG) !== 0)
    throw new ParseError(
      1106,
      'The document was written by Word 95 or an earlier version with fast saving. Without a converter it cannot be read: save it in a current format.',
    )
  const [start, end] = [main.getUint32(0x18, true), main.getUint32(0x1c, true)]
  const range = part(main, start, end - start)
  const bytes = new Uint8Array(range.buffer, range.byteOffset, range.byteLength)
  const text = new TextDecoder(guessLegacyEncoding(bytes)).decode(bytes)
  const flow = new FlowWriter()
  const endPage = (): void => flow.endPage(plainInline(''), plainInline(''))
  const visible = text.replace(FIELD_CODE, '')
  for (const page of visible.split('\f')) {
    for (const paragraph of page.replaceAll(CELL_END, '\r').split('\r')) {
      const inline = plainInline(paragraph.replaceAll('\v', '\n'))
      flow.paragraph({ inline, level: null, role: 'text', marker: null, depth: 0 })
    }
    endPage()
  }
  return flow.finish()
}
