/**
 * Fields of a Word document whose value depends on where and when it is opened → the value that the file has stored, which is what its
 * author saw. Converters work such fields out anew: the name of a temporary file, today's date. ISO/IEC 29500-1, 17.16.
 */
import { wordPrefix } from '../tracked-changes/accept-revisions.ts'

/** Of the day, of the file, of its statistics and properties. Page numbers, references and numbers of things stay with the converter. */
export const volatileFields: ReadonlySet<string> = new Set(
  [
    ['DATE', 'TIME', 'CREATEDATE', 'SAVEDATE', 'PRINTDATE', 'EDITTIME'],
    ['FILENAME', 'FILESIZE', 'TEMPLATE', 'NUMWORDS', 'NUMCHARS', 'REVNUM'],
    ['AUTHOR', 'LASTSAVEDBY', 'USERNAME', 'USERINITIALS', 'USERADDRESS'],
    ['TITLE', 'SUBJECT', 'KEYWORDS', 'COMMENTS', 'INFO', 'DOCPROPERTY', 'DOCVARIABLE'],
  ].flat(),
)

/** Word itself nests fields no deeper. */
const maxDepth = 20

/** From … to in the part's text. */
type Range = readonly [start: number, end: number]

interface Field {
  readonly isSimple: boolean
  /** Inside another one's instruction, where its value is no text of the document. */
  readonly isArgument: boolean
  instruction: string
  /** Elements that make it a field. */
  readonly marks: Range[]
  /** Behind the mark that ends the instruction; `null`: not there yet. */
  resultAt: number | null
  /** Whether all of it is as expected. */
  isPlain: boolean
}

/** `xml`: a part of a Word document. `null` when there is nothing to change, or when the fields don't close as they open. */
export function storeFields(xml: string): string | null {
  if (!xml.includes('fldSimple') && !xml.includes('fldChar')) return null
  const prefix = wordPrefix(xml)
  const marks = prefix === null ? null : findMarks(xml, prefix)
  if (marks === null || marks.length === 0) return null
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of marks.sort(([one], [other]) => one - other)) {
    pieces.push(xml.slice(at, start))
    at = end
  }
  return pieces.join('') + xml.slice(at)
}

/** The elements to leave out, so that only the stored values stand there. */
function findMarks(xml: string, prefix: string): Range[] | null {
  // A tag never holds another one: whatever is not closed ends the search at the next.
  const tags = new RegExp(`<!--|<!\\[CDATA\\[|<(/?)${prefix}(fldSimple|fldChar|instrText)(?=[\\s/>])([^<>]*)>`, 'g')
  const text = new RegExp(`<${prefix}t(?:\\s[^<>]*)?>[^<]`)
  const found: Range[] = []
  const open: Field[] = []
  const close = (field: Field, start: number): void => {
    const name = /^\s*([a-z]+)/i.exec(field.instruction)?.[1]?.toUpperCase()
    if (
      field.isArgument ||
      !field.isPlain ||
      field.resultAt === null ||
      name === undefined ||
      !volatileFields.has(name)
    )
      return
    if (text.test(xml.slice(field.resultAt, start))) found.push(...field.marks)
  }
  for (let tag = tags.exec(xml); tag !== null; tag = tags.exec(xml)) {
    const [whole, slash, name, attributes = ''] = tag
    const start = tag.index
    let end = start + whole.length
    if (name === undefined) {
      const last = xml.indexOf(whole === '<!--' ? '-->' : ']]>', end)
      if (last < 0) return null
      tags.lastIndex = last + 3
      continue
    }
    const field = open.at(-1)
    const isEmpty = attributes.endsWith('/')
    if (name === 'fldSimple') {
      if (slash === '/') {
        if (field?.isSimple !== true) return null
        field.marks.push([start, end])
        close(field, start)
        open.pop()
      } else if (!isEmpty) {
        const instruction = new RegExp(`\\s${prefix}instr\\s*=\\s*(?:"([^"]*)"|'([^']*)')\\s*(?=$|[\\w:]+\\s*=)`).exec(
          attributes,
        )
        const isPlain = instruction !== null && !xml.startsWith(`<${prefix}fldData`, end)
        open.push(
          begin({
            isSimple: true,
            mark: [start, end],
            instruction: instruction?.[1] ?? instruction?.[2] ?? '',
            resultAt: end,
            isPlain,
          }),
        )
      }
    } else if (slash !== '/') {
      // What the element holds goes with it; data of forms and of other programs means that this is more than a value.
      const closing = `</${prefix}${name}>`
      const next = isEmpty ? end : xml.indexOf('<', end)
      const isWhole = isEmpty || xml.startsWith(closing, next)
      const inside = isEmpty || !isWhole ? '' : xml.slice(end, next)
      if (!isEmpty && isWhole) end = next + closing.length
      tags.lastIndex = end
      const type =
        name === 'fldChar' ? new RegExp(`\\s${prefix}fldCharType\\s*=\\s*["'](\\w+)["']`).exec(attributes)?.[1] : null
      if (type === 'begin')
        open.push(begin({ isSimple: false, mark: [start, end], instruction: '', resultAt: null, isPlain: isWhole }))
      else {
        // Nothing of a field may stand outside of one.
        if (field === undefined || field.isSimple) return null
        field.isPlain &&= isWhole
        field.marks.push([start, end])
        if (type === null) {
          if (field.resultAt !== null) field.isPlain = false
          field.instruction += inside
        } else if (type === 'separate') {
          if (field.resultAt !== null) return null
          field.resultAt = end
        } else if (type === 'end') {
          close(field, start)
          open.pop()
        } else return null
      }
    }
    if (open.length > maxDepth) return null
  }
  return open.length === 0 ? found : null

  function begin({ mark, ...field }: Omit<Field, 'marks' | 'isArgument'> & { readonly mark: Range }): Field {
    const outer = open.at(-1)
    const isArgument = outer !== undefined && (outer.isArgument || outer.resultAt === null)
    // What is worked out while the field is, is no part of a fixed instruction.
    if (outer !== undefined && outer.resultAt === null) outer.isPlain = false
    return { ...field, isArgument, marks: [mark] }
  }
}
