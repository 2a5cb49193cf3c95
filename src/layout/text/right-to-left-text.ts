import { countLetters } from '../../model/character-classes.ts'
import type { Span } from '../../model/raw-page.ts'

const rtlLetter = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/g

/** `ratio`: minimum fraction of right-to-left letters. */
export function isRtl(text: string, ratio = 0.5): boolean {
  const rtl = text.match(rtlLetter)?.length ?? 0
  return rtl > 0 && rtl > ratio * countLetters(text)
}

/** Runs of left-to-right words with their numbers keep their order. */
export function reorderRtl<Part extends { readonly span: Span }>(parts: readonly Part[]): Part[] {
  const ordered: Part[] = []
  let run: Part[] = []
  for (const part of [...parts].reverse()) {
    const { text } = part.span
    const isLeftToRight = /[\p{L}\p{N}]/u.test(text) && !hasRightToLeft(text)
    if (!isLeftToRight || (run[0] !== undefined && isNumber(text) && isNumber(run[0].span.text))) {
      ordered.push(...run)
      run = []
    }
    if (isLeftToRight) run.unshift(part)
    else ordered.push(part)
  }
  return [...ordered, ...run]
}

function isNumber(text: string): boolean {
  return !/\p{L}/u.test(text)
}

export function hasRightToLeft(text: string): boolean {
  return text.search(rtlLetter) >= 0
}
