/** Replaces fields in WordprocessingML by their stored results. ISO/IEC 29500-1, 17.16. */
import { namespacePrefix, wordNamespaces } from '../../../xml/text-edits.ts'

/** The converter evaluates page numbers, references and sequences. */
export const volatileFields: ReadonlySet<string> = new Set(
  `DATE TIME CREATEDATE SAVEDATE PRINTDATE EDITTIME FILENAME FILESIZE TEMPLATE NUMWORDS NUMCHARS REVNUM AUTHOR
  LASTSAVEDBY USERNAME USERINITIALS USERADDRESS TITLE SUBJECT KEYWORDS COMMENTS INFO DOCPROPERTY DOCVARIABLE`.split(
    /\s+/,
  ),
)

/** Maximum nesting in Word. */
const MAX_DEPTH = 20

type Range = readonly [start: number, end: number]

interface Field {
  readonly isSimple: boolean
  readonly isArgument: boolean
  instruction: string
  readonly elements: Range[]
  resultAt: number | null
  /** Whether instruction and result have no other content, such as form data. */
  isPlain: boolean
}

/** Returns `null` for no change, or for fields that do not nest. */
export function storeDocxFields(xml: string): string | null {
  if (!xml.includes('fldSimple') && !xml.includes('fldChar')) return null
  const prefix = namespacePrefix(xml, wordNamespaces)
  const ranges = prefix === null ? null : new FieldReader(xml, prefix).read()
  if (ranges === null || ranges.length === 0) return null
  const parts: string[] = []
  let at = 0
  for (const [start, end] of ranges.sort(([one], [other]) => one - other)) {
    parts.push(xml.slice(at, start))
    at = end
  }
  return parts.join('') + xml.slice(at)
}

class FieldReader {
  readonly #xml: string
  readonly #prefix: string
  readonly #tags: RegExp
  readonly #text: RegExp
  readonly #open: Field[] = []
  readonly #found: Range[] = []

  constructor(xml: string, prefix: string) {
    this.#xml = xml
    this.#prefix = prefix
    this.#tags = new RegExp(`<!--|<!\\[CDATA\\[|<(/?)${prefix}(fldSimple|fldChar|instrText)(?=[\\s/>])([^<>]*)>`, 'g')
    this.#text = new RegExp(`<${prefix}t(?:\\s[^<>]*)?>[^<]`)
  }

  read(): Range[] | null {
    for (let tag = this.#tags.exec(this.#xml); tag !== null; tag = this.#tags.exec(this.#xml)) {
      if (!this.#visit(tag) || this.#open.length > MAX_DEPTH) return null
    }
    return this.#open.length === 0 ? this.#found : null
  }

  #visit([whole, slash, name, attributes = '']: RegExpExecArray): boolean {
    const end = this.#tags.lastIndex
    const start = end - whole.length
    if (name === undefined) {
      const last = this.#xml.indexOf(whole === '<!--' ? '-->' : ']]>', end)
      this.#tags.lastIndex = last + 3
      return last >= 0
    }
    if (name === 'fldSimple') return this.#visitSimple([start, end], { isClosing: slash === '/', attributes })
    return slash === '/' || this.#visitComplex([start, end], { name, attributes })
  }

  #visitSimple(
    range: Range,
    { isClosing, attributes }: { readonly isClosing: boolean; readonly attributes: string },
  ): boolean {
    if (isClosing) {
      const field = this.#open.at(-1)
      if (field?.isSimple !== true) return false
      field.elements.push(range)
      this.#close(field, range[0])
    } else if (!attributes.endsWith('/')) {
      const prefix = this.#prefix
      const instruction = new RegExp(`\\s${prefix}instr\\s*=\\s*(?:"([^"]*)"|'([^']*)')\\s*(?=$|[\\w:]+\\s*=)`).exec(
        attributes,
      )
      this.#begin(range, {
        isSimple: true,
        instruction: instruction?.[1] ?? instruction?.[2] ?? '',
        resultAt: range[1],
        isPlain: instruction !== null && !this.#xml.startsWith(`<${prefix}fldData`, range[1]),
      })
    }
    return true
  }

  #visitComplex(
    [start, tagEnd]: Range,
    { name, attributes }: { readonly name: string; readonly attributes: string },
  ): boolean {
    const closing = `</${this.#prefix}${name}>`
    const isEmpty = attributes.endsWith('/')
    const next = isEmpty ? tagEnd : this.#xml.indexOf('<', tagEnd)
    // Child elements are data of forms and other programs.
    const isPlain = isEmpty || this.#xml.startsWith(closing, next)
    const end = !isEmpty && isPlain ? next + closing.length : tagEnd
    this.#tags.lastIndex = end
    const type = new RegExp(`\\s${this.#prefix}fldCharType\\s*=\\s*["'](\\w+)["']`).exec(attributes)?.[1]
    if (name === 'fldChar' && type === 'begin') {
      this.#begin([start, end], { isSimple: false, instruction: '', resultAt: null, isPlain })
      return true
    }
    const field = this.#open.at(-1)
    if (field === undefined || field.isSimple) return false
    field.isPlain &&= isPlain
    field.elements.push([start, end])
    if (name === 'instrText') {
      if (field.resultAt !== null) field.isPlain = false
      if (isPlain) field.instruction += this.#xml.slice(tagEnd, next)
    } else if (type === 'separate') {
      if (field.resultAt !== null) return false
      field.resultAt = end
    } else if (type === 'end') this.#close(field, start)
    else return false
    return true
  }

  #begin(range: Range, field: Omit<Field, 'elements' | 'isArgument'>): void {
    const outer = this.#open.at(-1)
    const isArgument = outer !== undefined && (outer.isArgument || outer.resultAt === null)
    if (outer !== undefined && outer.resultAt === null) outer.isPlain = false
    this.#open.push({ ...field, isArgument, elements: [range] })
  }

  #close(field: Field, resultEnd: number): void {
    this.#open.pop()
    const name = /^\s*([a-z]+)/i.exec(field.instruction)?.[1]?.toUpperCase()
    if (field.isArgument || !field.isPlain || field.resultAt === null) return
    if (name === undefined || !volatileFields.has(name)) return
    if (this.#text.test(this.#xml.slice(field.resultAt, resultEnd))) this.#found.push(...field.elements)
  }
}
