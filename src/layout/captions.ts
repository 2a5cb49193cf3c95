/**
 * Paragraphs that begin like captions → figure and table captions, attached to the nearest figure or table.
 * A sentence that merely mentions "Figure 3" stays text: a caption's label is followed by its number and a break.
 */
import { type Box, overlapX } from '../model/geometry.ts'
import type { Draft, Group, TextGroup } from './draft.ts'

const figureWords = 'fig(?:ure|\\.)?|chart|diagram|graph|photo(?:graph)?|image|picture|plate|map|illustration|scheme|abb(?:ildung|\\.)?|figura|图表?|圖'
const tableWords = 'tab(?:le|\\.)?|tabelle|tableau|tabla|exhibit|表格?'
const number = '(?:[A-Z]?[-.]?\\d+(?:[-.–]\\d+)*[a-z]?|[IVXLC]+|[A-Z])'
/** After the number comes punctuation, a wide break (a capital or bracket) or the end; never a verb. */
const rest = '(?:\\s*[.:|)\\]—–-](?:\\s|$|\\p{L})|\\s*$|\\s+["“(\\[]?[\\p{Lu}\\p{Lo}\\d])'
const figureLabel = new RegExp(`^(?:${figureWords})\\s*${number}${rest}`, 'iu')
const tableLabel = new RegExp(`^(?:${tableWords})\\s*${number}${rest}`, 'iu')

/** Captions stand beside their picture: a gap above this many of their own lines is another story. */
const REACH_EM = 4
/** A caption longer than this is a paragraph that happens to begin so. */
const MAX_ROWS = 12

/** Labels captions and sets `captionOf`. */
export function attachCaptions(draft: Draft): Draft {
  const groups = draft.groups.map((group, index): Group => {
    if (group.kind !== 'text' || group.type !== 'text' || group.rows.length > MAX_ROWS) return group
    const kind = captionKind(group)
    if (kind === null) return group
    const owner = nearest(draft.groups, { index, kind, group }) ?? nearest(draft.groups, { index, kind: kind === 'figure' ? 'table' : 'figure', group })
    const type =
      owner !== null ? (draft.groups[owner]!.kind === 'table' ? 'table_caption' : 'figure_caption') : kind === 'table' ? 'table_caption' : 'figure_caption'
    return owner === null ? { ...group, type } : { ...group, type, captionOf: owner }
  })
  return { ...draft, groups }
}

function captionKind(group: TextGroup): 'figure' | 'table' | null {
  if (!/^[\p{Lu}\p{Lo}]/u.test(group.text)) return null
  if (figureLabel.test(group.text)) return 'figure'
  return tableLabel.test(group.text) ? 'table' : null
}

/** The nearest group of the kind, above, below or beside. */
function nearest(groups: readonly Group[], wanted: { index: number; kind: 'figure' | 'table'; group: TextGroup }): number | null {
  let best: number | null = null
  let least = REACH_EM * wanted.group.style.size
  groups.forEach((group, index) => {
    if (group.kind !== wanted.kind) return
    const distance = distanceBetween(wanted.group.box, group.box)
    if (distance < least) {
      least = distance
      best = index
    }
  })
  return best
}

function distanceBetween(caption: Box, other: Box): number {
  const dy = Math.max(0, other.y0 - caption.y1, caption.y0 - other.y1)
  const dx = Math.max(0, other.x0 - caption.x1, caption.x0 - other.x1)
  // Above and below weigh less than beside, and something without a common column not at all.
  return overlapX(caption, other) > 0 ? dy : dx * 1.5 + dy
}
