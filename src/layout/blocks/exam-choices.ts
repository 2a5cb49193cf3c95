/** Labels answers A, B, C, D below a question as `choice`, and rows of underscores as `blank`. */
import type { Group, PageGroups, TextGroup } from '../state.ts'

/** `A. `, `(B)`, `C)`, `D、` and full-width forms. */
const option = /(?:^|\s)[（(]?([A-H])[.．)）、]\s*(?=\S)/gu
/** A question mark, a colon or a fill-in line at the end, or a number at the start. */
const question = /[?？:：]\s*["”』」]?$|_{3,}|[（(]\s*[)）]|^(?:question\s+)?\d{1,3}\s*[.．、)]/iu
const firstOption = /^\s?[（(]?A[.．)）、]/u
const fillInLine = /^[_＿\s]*_{4,}[_＿\s]*$/u
const MIN_OPTIONS = 3
const MAX_ROWS = 3

export function labelChoices(state: PageGroups): PageGroups {
  const groups: Group[] = [...state.groups]
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index]
    if (group?.kind !== 'text' || group.type !== 'text') continue
    // Without a question, underscores are a drawn line.
    if (fillInLine.test(group.text) && isQuestion(groups[index - 1])) {
      groups[index] = { ...group, type: 'blank' }
      continue
    }
    if (!firstOption.test(textOf(group)) || !isQuestion(groups[index - 1])) continue
    const run = choicesFrom(groups, index)
    if (run.flatMap(lettersOf).length < MIN_OPTIONS) continue
    run.forEach((member, at) => {
      groups[index + at] = { ...member, type: 'choice' }
    })
    index += run.length - 1
  }
  return groups.every((group, index) => group === state.groups[index]) ? state : { ...state, groups }
}

function lettersOf(group: TextGroup): string[] {
  const letters = [...textOf(group).matchAll(option)]
  return letters[0]?.index === 0 ? letters.map((match) => match[1] ?? '') : []
}

function textOf({ items, text }: TextGroup): string {
  return items === undefined ? text : items.map((item) => `${item.marker} ${item.text}`).join('\n')
}

function isQuestion(group: Group | undefined): boolean {
  return group?.kind === 'text' && question.test(group.text.trim())
}

function choicesFrom(groups: readonly Group[], index: number): TextGroup[] {
  const run: TextGroup[] = []
  let next = 'A'.charCodeAt(0)
  for (const group of groups.slice(index)) {
    if (group.kind !== 'text' || group.type !== 'text' || (group.items === undefined && group.rows.length > MAX_ROWS))
      break
    const letters = lettersOf(group)
    if (letters.length === 0 || letters.some((letter, at) => letter.charCodeAt(0) !== next + at)) break
    next += letters.length
    run.push(group)
  }
  return run
}
