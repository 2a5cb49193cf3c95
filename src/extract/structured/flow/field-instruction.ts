import { symbolText } from '../../../model/symbol-fonts.ts'
import type { InlineBuffer, LinePosition } from '../inline-buffer.ts'
import { equationText } from './equation-field.ts'

/** Address in `HYPERLINK "https://…"` (ECMA-376 part 1, 17.16). */
export function hyperlinkAddress(instruction: string): string | undefined {
  return /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]
}

export function isSequence(instruction: string): boolean {
  return /^\s*SEQ\s/i.test(instruction)
}

/** Text of fields without a result: `SYMBOL 183 \f "Symbol"` and `EQ \f(1,2)`; "" for other fields. */
function fieldText(instruction: string): string {
  const code = /^\s*SYMBOL\s+(0x[\da-f]+|\d+)/i.exec(instruction)?.[1]
  const font = /\\f\s+(?:"([^"]*)"|(\S+))/i.exec(instruction)
  return code === undefined ? equationText(instruction) : symbolText(font?.[1] ?? font?.[2] ?? '', Number(code))
}

/** An open field. */
export interface StoredField {
  instruction: string
  /** Option or check mark of a form control, which is no text. */
  formText: string
  resultStart: LinePosition | null
  /** Whether it is part of the instruction of another field. */
  readonly isNested: boolean
}

export function pushField(fields: StoredField[], formText = ''): void {
  fields.push({ instruction: '', formText, resultStart: null, isNested: isInInstruction(fields) })
}

/** Instructions and the fields in them are not text. Only the last field can get a result. */
export function isInInstruction(fields: readonly StoredField[]): boolean {
  const last = fields.at(-1)
  return last !== undefined && (last.resultStart === null || last.isNested)
}

const MAX_INSTRUCTION = 4096

export function addInstruction(field: StoredField, text: string): void {
  if (field.instruction.length < MAX_INSTRUCTION) field.instruction += text
}

/** Links the result. Returns the text of a field without a result; `null` if there is one. */
export function endField({ instruction, formText, resultStart }: StoredField, line: InlineBuffer): string | null {
  if (resultStart !== null) line.link(resultStart, hyperlinkAddress(instruction))
  return resultStart === null || line.isEmptySince(resultStart) ? formText || fieldText(instruction) : null
}
