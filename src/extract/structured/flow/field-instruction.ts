import { symbolText } from '../../../model/symbol-fonts.ts'

/** Address in `HYPERLINK "https://…"` (ECMA-376 part 1, 17.16). */
export function hyperlinkAddress(instruction: string): string | undefined {
  return /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]
}

export function isSequence(instruction: string): boolean {
  return /^\s*SEQ\s/i.test(instruction)
}

/** Character of `SYMBOL 183 \f "Symbol"`, a field that often has no result; "" for other fields. */
export function fieldSymbol(instruction: string): string {
  const code = /^\s*SYMBOL\s+(0x[\da-f]+|\d+)/i.exec(instruction)?.[1]
  const font = /\\f\s+(?:"([^"]*)"|(\S+))/i.exec(instruction)
  return code === undefined ? '' : symbolText(font?.[1] ?? font?.[2] ?? '', Number(code))
}
