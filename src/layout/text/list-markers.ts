import type { ListItem } from '../../model/document.ts'
import { fromChinese, fromRoman } from '../../model/numerals.ts'
import type { Row } from '../state.ts'

export interface Marker {
  readonly kind: 'bullet' | 'number' | 'letter' | 'roman'
  readonly printed: string
  /** Position in its sequence from 1, or 0 for bullets. */
  readonly ordinal: number
  /** Punctuation, equal in one list. */
  readonly shape: string
  /** UTF-16 length with following spaces, or 0 for a check box, which stays. */
  readonly length: number
}

/** Includes Symbol and Wingdings glyphs in the private-use area. */
const bullets =
  '•◦▪▫■□●○◉◘◙‣⁃∙·⋅▶►▸➢➤➔→⇒✓✔✗✘❖◆◇★☆❑❒➣➭➯\uf0b7\uf0a7\uf0a8\uf06e\uf0d8\uf0fc\uf076\uf071\uf0e0\uf0be\uf0b2\uf06f\uf09f\uf075\uf0d2\uf02d\u2022'
/** Hands, stars, boxes and arrows of Zapf Dingbats; its telephone, crosses and asterisks have a meaning. */
const ornaments = '\u261b-\u261e\u2722-\u2730\u2734-\u274b\u274d\u274f-\u2752\u2767\u2794\u2798-\u27af\u27b1-\u27be'
const bulletMarker = new RegExp(`^([${bullets}${ornaments}])\\s*(?=\\S)`, 'u')
const privateMarker = /^([\uf020-\uf0ff])\s+(?=\S)/u
const checkBox = /^[☐☑☒](?=\s*\S)/u
/** Word writes hyphens of lists as U+2010. */
const dashMarker = /^([-‐–—*+])\s+(?!\1\s)(?=\S)/
const orderedMarker = /^([([]?)(\d{1,3}|[a-zA-Z]|[ivxlIVXL]{1,5})([.)\]:]|\.\))\s*(?=\S)/
const cjkMarker = /^[（(]?([一二三四五六七八九十]{1,3}|\d{1,3})([、．）])\s*(?=\S)/u
const circled = /^([①-⑳])\s*(?=\S)/u

/** "[Bur55]" */
const referenceLabel = /^\[[^\]\s]{1,12}\]\s*(?=\S)/

/** A row of one mark, such as "* * *", separates sections. */
const separator = /^([^\p{L}\p{N}\s])(?:\s*\1)+\s*$/u

export function readMarker(text: string): Marker | null {
  if (separator.test(text)) return null
  const box = checkBox.exec(text)
  // Ticked and empty boxes form one list.
  if (box !== null) return { kind: 'bullet', printed: box[0], ordinal: 0, shape: '☐', length: 0 }
  const bullet = bulletMarker.exec(text) ?? privateMarker.exec(text) ?? dashMarker.exec(text)
  if (bullet !== null)
    return { kind: 'bullet', printed: bullet[1]!, ordinal: 0, shape: bullet[1]!, length: bullet[0].length }
  const ring = circled.exec(text)
  if (ring !== null)
    return {
      kind: 'number',
      printed: ring[1]!,
      ordinal: ring[1]!.codePointAt(0)! - 0x245f,
      shape: '①',
      length: ring[0].length,
    }
  const cjk = cjkMarker.exec(text)
  if (cjk !== null)
    return {
      kind: 'number',
      printed: cjk[0].trim(),
      ordinal: fromChinese(cjk[1]!),
      shape: `cjk${cjk[2]}`,
      length: cjk[0].length,
    }
  const ordered = orderedMarker.exec(text)
  if (ordered === null) return null
  const [whole, open, core, close] = ordered as unknown as [string, string, string, string]
  // "3.5 mm", "e.g." and "J. Smith" have no marker.
  if ((close === '.' || close === ':') && !/\s/.test(whole.slice(-1))) return null
  if (open === '' && close === ':') return null
  if (open !== '' && close !== (open === '(' ? ')' : ']')) return null
  const shape = `${open}${close}`
  const printed = whole.trim()
  if (/^\d/.test(core)) return { kind: 'number', printed, ordinal: Number(core), shape, length: whole.length }
  if (/^[ivxl]+$/i.test(core) && (core.length > 1 || /^[iI]$/.test(core))) {
    const ordinal = fromRoman(core)
    if (ordinal > 0)
      return {
        kind: 'roman',
        printed,
        ordinal,
        shape: `${shape}${core === core.toUpperCase() ? 'I' : 'i'}`,
        length: whole.length,
      }
  }
  if (core.length > 1) return null
  return {
    kind: 'letter',
    printed,
    ordinal: core.toLowerCase().charCodeAt(0) - 96,
    shape: `${shape}${core === core.toUpperCase() ? 'A' : 'a'}`,
    length: whole.length,
  }
}

/** A number also needs an indent or a break in the text above. */
export function startsItem(row: Row, above: Row | undefined): boolean {
  const marker = readMarker(row.text)
  if (marker === null) return false
  if (marker.kind === 'bullet')
    return (
      !/^[-‐–—*+·⋅→]$/.test(marker.printed) ||
      above === undefined ||
      !/[\p{L},]$/u.test(above.text) ||
      readMarker(above.text) !== null
    )
  if (above === undefined) return true
  // "… as shown in\n3. The …" is rare, unlike wrapped lines that begin with "(a)" or "1)".
  const before = readMarker(above.text)
  if (before !== null && before.shape === marker.shape && marker.ordinal === before.ordinal + 1) return true
  return (
    /[.!?:;,。：；]$|\band$|\bor$/.test(above.text) ||
    Math.abs(row.box.x0 - above.box.x0) > row.size * 0.7 ||
    marker.ordinal === 1
  )
}

/** Left edge of the text after the marker or the label of a reference, in points; `null` without one. */
export function itemTextStart({ text, lines }: Row): number | null {
  const length = readMarker(text)?.length ?? referenceLabel.exec(text)?.[0].length
  if (length === undefined) return null
  let printed = text.slice(0, length).replace(/\s/g, '').length
  for (const { text: part, edges, box } of lines.flatMap(({ spans }) => spans)) {
    const start = part.search(/\S/)
    for (let at = start; at >= 0 && at < part.length; at++) {
      if (printed === 0 && part[at] !== ' ') return at === start ? box.x0 : (edges?.[at] ?? null)
      if (part[at] !== ' ') printed -= 1
    }
  }
  return null
}

export function listText(items: readonly ListItem[]): string {
  return items.map(({ level, marker, text }) => `${'  '.repeat(level)}${formatMarker(marker)} ${text}`).join('\n')
}

/** Labels that Markdown lacks (`a)`, `(iv)`) follow a dash. */
function formatMarker(marker: string): string {
  return marker === '- ' ? '-' : /^\d{1,9}[.)]$/.test(marker) ? marker : `- ${marker}`
}
