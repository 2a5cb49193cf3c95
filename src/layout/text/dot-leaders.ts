/** Dot leaders between an entry and its page number. */

const leaders = /\s*(?:(?:\.\s?){4,}|…[\s.…]*|·{4,}|_{4,})\s*/g

/** Replaces each leader by a space. */
export function withoutLeaders(text: string): string {
  return text.replace(leaders, ' ')
}
