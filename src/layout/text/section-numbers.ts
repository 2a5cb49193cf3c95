import { parseNumbering } from '../../model/numbering.ts'

/** "1", "2.1.3", "A.2", "IV.", "第三章". */
const numbers =
  /^(?:(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4}\.?\s+\S|\d{1,2}\.?\s+\p{Lu}|(?:[IVX]{1,5}|[ivx]{1,5})\.\s+\p{Lu}|[A-H]\.\s+\p{Lu}|第[一二三四五六七八九十百\d]+[章节節条條部篇])/u
const namedParts =
  /^(?:chapter|section|part|article|appendix|annex|schedule|unit|lesson|step|kapitel|chapitre|capítulo|artículo)\s+(?:\d+|[IVXLC]+|[A-Z])\b/i

/** Kinds of numbers that lists do not have. */
const headingKinds: ReadonlySet<string> = new Set(['part', 'chapter', 'section', 'article', 'cjk', 'cjkInner'])

export function isNumbered(text: string): boolean {
  return numbers.test(text) || namedParts.test(text) || headingKinds.has(parseNumbering(text)?.kind ?? '')
}
