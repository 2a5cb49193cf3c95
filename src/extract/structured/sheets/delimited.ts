/** CSV and TSV as in RFC 4180. */

const DELIMITERS = [',', ';', '\t', '|'] as const
const SAMPLE_LENGTH = 1 << 15

export function readDelimited(text: string, delimiter: string = chooseDelimiter(text)): string[][] {
  // Excel writes "sep=;" to announce the delimiter.
  const [prefix = '', announced = delimiter] = /^\ufeff?(?:sep=(.)\r?\n)?/.exec(text) ?? []
  const plainText = `[^${announced.replace(/[\]\\^-]/, '\\$&')}\\r\\n]*`
  const field = new RegExp(`"([^"]*(?:""[^"]*)*)"?(${plainText})|(${plainText})`, 'y')
  const rows: string[][] = []
  let fields: string[] = []
  let at = prefix.length
  while (at < text.length) {
    field.lastIndex = at
    const [match = '', quoted, rest = '', plain = ''] = field.exec(text) ?? []
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest)
    at += match.length
    if (text[at] === announced) {
      at++
      if (at < text.length) continue
      fields.push('')
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    rows.push(fields)
    fields = []
  }
  while (rows.at(-1)?.every((field) => field.trim() === '')) rows.pop()
  return rows
}

function chooseDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH)
  let best = { delimiter: ',' as string, score: 0 }
  for (const delimiter of DELIMITERS) {
    const rows = readDelimited(sample, delimiter).filter((row) => row.some((field) => field !== ''))
    if (sample.length < text.length) rows.pop()
    const counts = new Map<number, number>()
    for (const row of rows) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
    const [width = 1, rowCount = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    if (width < 2) continue
    // Commas in sentences give rows of different lengths.
    const score = (rowCount / rows.length) * 10 + Math.min(width, 10) / 10
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

const MIN_CONSISTENT_ROW_RATIO = 0.9

export function looksDelimited(sample: string): boolean {
  const rows = readDelimited(sample.slice(0, SAMPLE_LENGTH), chooseDelimiter(sample)).slice(0, -1)
  const width = rows[0]?.length ?? 0
  if (rows.length < 2 || width < 2) return false
  return rows.filter((row) => row.length === width).length >= rows.length * MIN_CONSISTENT_ROW_RATIO
}
