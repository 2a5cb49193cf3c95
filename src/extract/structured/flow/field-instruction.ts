/** Address in `HYPERLINK "https://…"` (ECMA-376 part 1, 17.16). */
export function hyperlinkAddress(instruction: string): string | undefined {
  return /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]
}

export function isSequence(instruction: string): boolean {
  return /^\s*SEQ\s/i.test(instruction)
}
