/** The dots that lead from an entry of a contents list to its page: drawn, not written. */

const leaders = /\s*(?:(?:\.\s?){4,}|…[\s.…]*|·{4,}|_{4,})\s*/g

/** A blank in the place of each leader. */
export function withoutLeaders(text: string): string {
  return text.replace(leaders, ' ')
}
