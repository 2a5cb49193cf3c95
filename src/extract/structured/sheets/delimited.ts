/**
 * Delimited text (CSV, TSV) → rows of fields, as RFC 4180 has them: quoted fields may hold delimiters, line ends and doubled
 * quotes. The delimiter is the one that cuts the first lines most evenly.
 */

const candidates = [',', ';', '\t', '|'] as const
/** Characters of the beginning by which the delimiter is chosen. */
const sampleLength = 1 << 15

export function readDelimited(text: string, delimiter: string = chooseDelimiter(text)): string[][] {
  const rows: string[][] = []
  let fields: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  // Excel's own hint.
  const hint = /^sep=(.)\r?\n/.exec(text.slice(at, at + 10))
  if (hint !== null) at += hint[0].length
  const cut = hint?.[1] ?? delimiter
  const endField = (field: string): void => {
    fields.push(field)
  }
  const endRow = (): void => {
    rows.push(fields)
    fields = []
  }
  while (at < text.length) {
    if (text[at] === '"') {
      const { field, next } = quotedField(text, at, cut)
      endField(field)
      at = next
    } else {
      let end = at
      while (end < text.length && text[end] !== cut && text[end] !== '\n' && text[end] !== '\r') end++
      endField(text.slice(at, end))
      at = end
    }
    if (text[at] === cut) {
      at++
      // A delimiter at the very end, or at a line's end, opens one more empty field.
      if (at >= text.length || text[at] === '\n' || text[at] === '\r') endField('')
      else continue
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++
    at++
    endRow()
  }
  if (fields.length > 0) endRow()
  while (rows.at(-1)?.every((field) => field.trim() === '')) rows.pop()
  return rows
}

/** A quoted field from its opening quote to the delimiter or line end after it. Text after the closing quote belongs to it. */
function quotedField(text: string, start: number, cut: string): { field: string; next: number } {
  const pieces: string[] = []
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { field: pieces.join('') + text.slice(at), next: text.length }
    pieces.push(text.slice(at, quote))
    if (text[quote + 1] !== '"') {
      at = quote + 1
      break
    }
    pieces.push('"')
    at = quote + 2
  }
  let end = at
  while (end < text.length && text[end] !== cut && text[end] !== '\n' && text[end] !== '\r') end++
  return { field: pieces.join('') + text.slice(at, end), next: end }
}

/** The delimiter that gives the most columns to the most rows alike. */
function chooseDelimiter(text: string): string {
  const sample = text.slice(0, sampleLength)
  let best = { delimiter: ',' as string, score: 0 }
  for (const delimiter of candidates) {
    const rows = readDelimited(sample, delimiter).filter((row) => row.some((field) => field !== ''))
    if (sample.length < text.length) rows.pop()
    const counts = new Map<number, number>()
    for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
    const [width = 1, alike = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    if (width < 2) continue
    // Evenness counts most, then width: a comma inside sentences cuts unevenly.
    const score = (alike / rows.length) * 10 + Math.min(width, 10) / 10
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** Whether a text is a table: several lines cut into equally many fields, two at least. */
export function looksDelimited(sample: string): boolean {
  const delimiter = chooseDelimiter(sample)
  const rows = readDelimited(sample.slice(0, sampleLength), delimiter).slice(0, -1)
  if (rows.length < 2) return false
  const width = rows[0]?.length ?? 0
  return width >= 2 && rows.filter((row) => row.length === width).length >= rows.length * 0.9
}
