import { symbolText } from '../../../model/symbol-fonts.ts'
import { equationText } from './equation-field.ts'
import type { ParagraphText } from './paragraph-text.ts'

/** Address in `HYPERLINK "https://…"` (ECMA-376 part 1, 17.16). */
export function hyperlinkAddress(instruction: string): string | undefined {
  return /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]
}

export function isSequence(instruction: string): boolean {
  return /^\s*SEQ\s/i.test(instruction)
}

/** Text of fields without a result: `SYMBOL 183 \f "Symbol"` and `EQ \f(1,2)`; "" for other fields. */
export function fieldText(instruction: string): string {
  const code = /^\s*SYMBOL\s+(0x[\da-f]+|\d+)/i.exec(instruction)?.[1]
  const font = /\\f\s+(?:"([^"]*)"|(\S+))/i.exec(instruction)
  return code === undefined ? equationText(instruction) : symbolText(font?.[1] ?? font?.[2] ?? '', Number(code))
}

export interface StoredField {
  instruction: string
  /** Length of the paragraph's text at the start of the result. */
  resultFrom: number | null
}

const MAX_INSTRUCTION = 4096

export function addInstruction(field: StoredField, text: string): void {
  if (field.instruction.length < MAX_INSTRUCTION) field.instruction += text
}

/** Links the result. Returns the text of a field without a result; `null` if there is one. */
export function endField({ instruction, resultFrom }: StoredField, text: ParagraphText): string | null {
  const address = hyperlinkAddress(instruction)
  if (address !== undefined && resultFrom !== null) text.link(resultFrom, address)
  return resultFrom === null || resultFrom === text.length ? fieldText(instruction) : null
}
