const leaders = /\s*(?:(?:\.\s?){4,}|…[\s.…]*|·{4,}|_{4,})\s*/g

/** Matches a leader and a value of up to 24 characters at the end. */
const leaderValue = /(?:(?:\.\s?){4,}|…[\s.…]*|·{4,}|_{4,})\s*[^\s.…·_][^…·]{0,23}$/

export function withoutLeaders(text: string): string {
  return text.replace(leaders, ' ')
}

/** Whether the text ends in a leader and a value, such as a page number, an amount or a score. */
export function endsInLeaderValue(text: string): boolean {
  return leaderValue.test(text)
}
