/**
 * Text below a heading like "References", or a run of numbered entries with years → bibliography entries. Text and order stay;
 * only the type changes.
 */
import type { Group, PageGroups, TextGroup } from '../state.ts'

/** Headings of bibliographies in the languages that name them shortly, with or without a number before them. */
const headings = new RegExp(
  `^(?:(?:\\d{1,2}|[IVX]{1,4}|[A-Z])[.)]?\\s+)?(?:${[
    'references(?: cited| and notes)?|bibliography|works cited|literature cited|selected bibliography|further reading',
    'literatur(?:verzeichnis|angaben)?|quellen(?:verzeichnis)?|bibliographie|bibliografie|références(?: bibliographiques)?',
    'referencias(?: bibliográficas)?|bibliografía|referências(?: bibliográficas)?|bibliografia|riferimenti(?: bibliografici)?',
    'literatura|referenties|referenser|källor|referanser|litteratur|lähteet|kaynaklar|kaynakça|irodalom|список литературы|литература|библиография',
    '参考文献|引用文献|參考文獻|참고\\s?문헌',
  ].join('|')})\\s*[:.]?$`,
  'iu',
)
/** `[12] Author …`, where the list goes on from an earlier page. */
const entry = /^\[\d{1,3}\]\s*\p{L}/u
const year = /\b(?:1[6-9]|20)\d\d[a-z]?\b/
/** A heading is not set smaller than what it heads; words of a slide's navigation are. */
const smallestRatio = 0.9
/** So many numbered entries with years are no accident. */
const minEntries = 3

/** Labels the entries under a heading up to the next one, and runs of numbered entries. */
export function labelReferences(draft: PageGroups): PageGroups {
  let open = false
  const entries = new Set(runsOf(draft.groups).flat())
  const groups = draft.groups.map((group, index): Group => {
    if (group.kind !== 'text') return group
    if (isHeading(group, draft.groups[index + 1])) {
      open = headings.test(group.text.trim())
      return group
    }
    return group.type === 'text' && (open || entries.has(group)) ? { ...group, type: 'reference' } : group
  })
  return groups.some((group, index) => group !== draft.groups[index]) ? { ...draft, groups } : draft
}

function isHeading(group: TextGroup, next: Group | undefined): boolean {
  if (group.type === 'title') return true
  if (group.rows.length > 1 || !headings.test(group.text.trim())) return false
  return next?.kind !== 'text' || group.style.size >= smallestRatio * next.style.size
}

function runsOf(groups: readonly Group[]): TextGroup[][] {
  const runs: TextGroup[][] = []
  let run: TextGroup[] = []
  for (const group of [...groups, null]) {
    if (
      group?.kind === 'text' &&
      group.type === 'text' &&
      entry.test(group.text) &&
      (year.test(group.text) || group.items !== undefined)
    )
      run.push(group)
    else {
      const count = run.reduce((sum, { items }) => sum + (items?.length ?? 1), 0)
      if (count >= minEntries && run.every(({ text }) => year.test(text))) runs.push(run)
      run = []
    }
  }
  return runs
}
