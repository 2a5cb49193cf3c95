/**
 * The two headers that describe an upload: Content-Type of the request → boundary, Content-Disposition of a part →
 * field name and file name. Read leniently, because clients write raw UTF-8, unescaped quotes and percent signs where
 * the RFCs want none of them; refuses nothing: what cannot be read is `null`.
 */

export interface Disposition {
  readonly name: string | null
  /** Last path element, decoded, without control characters; `""` when the client sent an empty one; `null`: not a file. */
  readonly fileName: string | null
}

/** Longest file name kept, in UTF-16 units: file systems stop at 255 bytes, headers and messages should be shorter still. */
const maxFileNameLength = 200

/** The boundary of a `multipart/form-data` request, or `null` when the header is of another type or names none. */
export function readBoundary(contentType: string | null): string | null {
  const match = /^\s*multipart\/form-data\s*(;.*)?$/is.exec(contentType ?? '')
  const boundary = readParameters(match?.[1] ?? '').get('boundary')
  // RFC 2046 allows 70 characters; `"` and `\` never. A longer one is accepted, an endless one is not.
  return boundary === undefined || !/^[\x20\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(boundary) ? null : boundary
}

/** The media type of a Content-Type header in lower case, without parameters; `""` for none. */
export function readMediaType(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

export function readDisposition(header: string): Disposition {
  const parameters = readParameters(header.slice(header.search(/;|$/)))
  const extended = decodeExtended(parameters.get('filename*'))
  const plain = parameters.get('filename')
  const fileName = extended ?? (plain === undefined ? undefined : decodePercent(plain))
  return { name: parameters.get('name') ?? null, fileName: fileName === undefined ? null : cleanFileName(fileName) }
}

/**
 * `; a=b; c="d"` → map; the first of equal names counts. A quoted value ends at the quote that is followed by the
 * header's end or by `; name=`: so `"a"b;c.pdf"` keeps its quotes and its semicolon.
 */
function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>()
  const pattern = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:\\.|[^\\])*?)"(?=\s*(?:$|;\s*(?:$|[^\s=;"]+\s*=)))|([^;]*))/gs
  for (const [, name = '', quoted, plain = ''] of text.matchAll(pattern)) {
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(["\\])/g, '$1')
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value)
  }
  return parameters
}

/** RFC 5987: `UTF-8'en'na%C3%AFve.pdf`. */
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

/** Many clients percent-encode the plain file name; a name that only looks so (`100%.pdf`) stays as it is. */
function decodePercent(value: string): string {
  if (!/%[0-9a-f]{2}/i.test(value)) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function cleanFileName(value: string): string {
  const base = value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1)
  // Control characters and the marks that turn text round (U+202E and its kin) have no place in a name that is shown.
  const clean = base.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '').trim()
  // Folders are called so: a program that saves a result under this name would miss its own.
  if (/^\.+$/.test(clean)) return ''
  if (clean.length <= maxFileNameLength) return clean
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  // `toWellFormed`: the cut may have split a surrogate pair.
  return clean.slice(0, maxFileNameLength - extension.length).toWellFormed() + extension
}
