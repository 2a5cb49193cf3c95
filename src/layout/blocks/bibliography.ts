/** Labels the entries below a heading like "References" as `reference`. */
import type { Group, PageGroups, TextGroup } from '../state.ts'

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
/** Minimum size of the heading relative to its entries; words of slide navigation are smaller. */
const MIN_HEADING_RATIO = 0.9
export function labelReferences(state: PageGroups): PageGroups {
  let open = false
  const groups = state.groups.map((group, index): Group => {
    if (group.kind !== 'text') return group
    if (isHeading(group, state.groups[index + 1])) {
      open = headings.test(group.text.trim())
      return group
    }
    return open && group.type === 'text' ? { ...group, type: 'reference' } : group
  })
  return groups.some((group, index) => group !== state.groups[index]) ? { ...state, groups } : state
}

function isHeading(group: TextGroup, next: Group | undefined): boolean {
  if (group.type === 'title') return true
  if (group.rows.length > 1 || !headings.test(group.text.trim())) return false
  return next?.kind !== 'text' || group.style.size >= MIN_HEADING_RATIO * next.style.size
}
