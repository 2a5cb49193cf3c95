const leaders = /\s*(?:(?:\.\s?){4,}|…[\s.…]*|·{4,}|_{4,})\s*/g

/** Maximum length of a value after a leader: 24 characters. */
const leaderValue = /(?:(?:\.\s?){4,}|…[\s.…]*|·{4,}|_{4,})\s*[^\s.…·_][^…·]{0,23}$/

/** Replaces each leader by a space. */
export function withoutLeaders(text: string): string {
  return text.replace(leaders, ' ')
}

/** Whether a text ends with a leader and a value: page numbers, an amount, a score. */
export function endsInLeaderValue(text: string): boolean {
  return leaderValue.test(text)
}
