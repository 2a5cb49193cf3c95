/** Reads headers leniently: clients send raw UTF-8, unescaped quotes and percent signs. */
import { decodePercent } from '../model/percent-encoding.ts'

export interface Disposition {
  readonly name: string | null
  /** Decoded last path element without control characters; can be empty. `null` if the part is not a file. */
  readonly fileName: string | null
}

/** Maximum length in UTF-16 units. File systems allow 255 bytes. */
const MAX_FILE_NAME_LENGTH = 200

/** Returns `null` for other types than `multipart/form-data` and invalid boundaries. */
export function readBoundary(contentType: string | null): string | null {
  const match = /^\s*multipart\/form-data\s*(;.*)?$/is.exec(contentType ?? '')
  const boundary = readParameters(match?.[1] ?? '').get('boundary')
  // RFC 2046 allows 70 characters, without `"` and `\`. Some clients use more.
  return boundary === undefined || !/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(boundary) ? null : boundary
}

/** Lowercase, or "". */
export function readMediaType(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export function readDisposition(header: string): Disposition {
  const parameters = readParameters(header.slice(header.search(/;|$/)))
  const extended = decodeExtended(parameters.get('filename*'))
  const plain = parameters.get('filename')
  // Many clients percent-encode the plain file name; names such as `100%.pdf` stay.
  const fileName = extended ?? (plain === undefined ? undefined : decodePercent(plain))
  return { name: parameters.get('name') ?? null, fileName: fileName === undefined ? null : cleanFileName(fileName) }
}

/**
 * The first of equal names counts. A quoted value ends at a quote before `; name=` or the end: `"a"b;c.pdf"` is whole.
 */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const start = /;\s*([^\s=;"]+)\s*=\s*/g
  const quoted = /"((?:\\.|[^\\])*?)"(?=\s*(?:$|;\s*(?:$|[^\s=;"]+\s*=)))/sy
  // After a quoted value without an end, none has one, and another search would make the time quadratic.
  let canEnd = true
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const from = start.lastIndex
    const isQuoted = text[from] === '"'
    quoted.lastIndex = from
    const inQuotes: RegExpExecArray | null = isQuoted && canEnd ? quoted.exec(text) : null
    if (isQuoted) canEnd = inQuotes !== null
    const semicolon = text.indexOf(';', from)
    start.lastIndex = inQuotes !== null ? quoted.lastIndex : semicolon < 0 ? text.length : semicolon
    const value = inQuotes?.[1]?.replace(/\\(["\\])/g, '$1') ?? text.slice(from, start.lastIndex).trim()
    const name = found[1]?.toLowerCase() ?? ''
    if (!parameters.has(name)) parameters.set(name, value)
  }
  return parameters
}

function decodeExtended(value: string | undefined): string | undefined {
  const match = /^([^']*)'[^']*'(.*)$/s.exec(value ?? '')
  if (match === null) return undefined
  try {
    if (!/^iso-8859-1$/i.test(match[1] ?? '')) return decodeURIComponent(match[2] ?? '')
    return (match[2] ?? '').replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  } catch {
    return undefined
  }
}

/** Returns the last path element without control characters, or "". */
export function cleanFileName(value: string): string {
  const base = value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1)
  // Bidirectional formatting characters can disguise a name.
  const clean = base.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  // `.` and `..` are folders, which no result can be saved as.
  if (/^\.+$/.test(clean)) return ''
  if (clean.length <= MAX_FILE_NAME_LENGTH) return clean
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  return clean.slice(0, MAX_FILE_NAME_LENGTH - extension.length).toWellFormed() + extension
}
