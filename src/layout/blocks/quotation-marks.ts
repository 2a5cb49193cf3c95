/** OCR reads the wide marks of old prints as separate words. */

/** Without single apostrophes, which can belong to either side. */
const loneMark = /^(?:["“”„‘]|["“”„‘'’]{2,3})$/u
const leadingPair = /^(?:‘‘|'')(?=[\p{L}\p{N}])/u
const trailingPair = /(?<=[\p{L}\p{N}.,;:!?])(?:’’|'')$/u
/** A quotation with an inner opening mark; without an inner closing one, OCR has read one mark as two. */
const doubleQuotation = /“‘(?=\p{L})([^“”]*)(?=”)/gu
const innerEnd = /’(?!\p{L})/u
const doubtfulMark = /(?:^| )["“”„‘'’]{1,3}(?: |$)|‘‘|’’|''|“‘/u
const rightToLeft = /[\u0590-\u08ff]/

type Side = 'opening' | 'closing'

interface OpenMarks {
  /** A low German mark, which “ closes. */
  readonly low: boolean
  readonly straight: boolean
}

export function joinQuotationMarks(text: string): string {
  if (!doubtfulMark.test(text) || rightToLeft.test(text)) return text
  const words = text.split(' ')
  let result = ''
  let open: OpenMarks = { low: false, straight: false }
  let isOpening: boolean = false
  for (const [at, source] of words.entries()) {
    const isAlone: boolean = loneMark.test(source) && !isOpening
    const side: Side | null = isAlone ? sideOf(source, { before: words[at - 1], after: words[at + 1], open }) : null
    const word = side === null ? withoutPairs(source) : markOf(source, side)
    result += at === 0 || isOpening || side === 'closing' ? word : ` ${word}`
    isOpening = side === 'opening'
    open = follow(open, word)
  }
  return result.replace(doubleQuotation, (whole, inner: string) => (innerEnd.test(inner) ? whole : `“${inner}`))
}

interface Neighbors {
  readonly before: string | undefined
  readonly after: string | undefined
  readonly open: OpenMarks
}

function sideOf(mark: string, { before, after, open }: Neighbors): Side {
  if (before === undefined) return 'opening'
  if (after === undefined || /^[”’]/u.test(mark)) return 'closing'
  if (/^[“‘„]/u.test(mark)) return open.low && mark.startsWith('“') ? 'closing' : 'opening'
  return open.straight || /\d$/.test(before) ? 'closing' : 'opening'
}

function withoutPairs(word: string): string {
  return word
    .replace(leadingPair, (pair) => markOf(pair, 'opening'))
    .replace(trailingPair, (pair) => markOf(pair, 'closing'))
}

function markOf(mark: string, side: Side): string {
  if (mark.length === 1) return mark
  if (/^['"]+$/.test(mark)) return '"'
  return side === 'opening' ? '“' : '”'
}

function follow(open: OpenMarks, word: string): OpenMarks {
  const straightMarks = word.replace(/\d"$/, '').match(/"/g)?.length ?? 0
  return {
    low: word.includes('„') || (open.low && !/[“”]/u.test(word)),
    straight: open.straight !== (straightMarks % 2 === 1),
  }
}
