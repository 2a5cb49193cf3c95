/**
 * The XML of a word-processing part with tracked changes → the same as it would be with every change accepted. Converters print
 * deleted text with a line through it, which nobody can tell from text afterwards.
 */

/** Elements that go with all that is in them, and elements that only their tags go of. */
const deleted = ['del', 'moveFrom', 'cellDel']
const inserted = ['ins', 'moveTo', 'cellIns']

interface Tag {
  readonly start: number
  readonly end: number
  /** Without its prefix. */
  readonly name: string
  readonly kind: 'open' | 'close' | 'empty'
}

const wordNamespaces = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]

/** `null` when there is nothing to change. Broken XML comes back as broken as it was. */
export function acceptRevisions(xml: string): string | null {
  const prefix = wordPrefix(xml)
  if (prefix === null) return null
  const names = `${[...deleted, ...inserted].join('|')}|p|pPr|rPr|tr|trPr`
  if (!new RegExp(`<${prefix}(?:${[...deleted, ...inserted].join('|')})[\\s/>]`).test(xml)) return null
  const tags = Array.from(
    xml.matchAll(new RegExp(`<(/?)${prefix}(${names})(?=[\\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>`, 'g')),
    (match): Tag => {
      const kind = match[1] === '/' ? 'close' : match[0].endsWith('/>') ? 'empty' : 'open'
      return { start: match.index, end: match.index + match[0].length, name: match[2] ?? '', kind }
    },
  )
  return new Acceptor(xml, tags).run()
}

/** `w:` almost always; empty where the namespace is the default one. */
export function wordPrefix(xml: string): string | null {
  for (const namespace of wordNamespaces) {
    // The root's own declarations come first.
    const at = xml.indexOf(`"${namespace}"`)
    const declared = at < 0 ? null : /xmlns(?::([\w.-]+))?\s*=\s*$/.exec(xml.slice(Math.max(0, at - 80), at))
    if (declared !== null) return declared[1] === undefined ? '' : `${declared[1]}:`
  }
  return null
}

interface Open {
  readonly tag: Tag
  /** Length of the output before it. */
  readonly at: number
  /** A paragraph's mark, or a row, that is deleted. */
  gone: boolean
}

/** The closing tag of each opening one of something deleted, as far as there is one. */
function closesOf(tags: readonly Tag[]): Map<number, Tag> {
  const closes = new Map<number, Tag>()
  const open = new Map<string, number[]>(deleted.map((name) => [name, []]))
  tags.forEach((tag, index) => {
    const waiting = open.get(tag.name)
    if (tag.kind === 'open') waiting?.push(index)
    const opened = tag.kind === 'close' ? waiting?.pop() : undefined
    if (opened !== undefined) closes.set(opened, tag)
  })
  return closes
}

class Acceptor {
  readonly #xml: string
  readonly #tags: readonly Tag[]
  /** By the place of an opening tag of something deleted. */
  readonly #closes: ReadonlyMap<number, Tag>
  #out = ''
  /** Up to where the input is dealt with. */
  #at = 0
  readonly #open: Open[] = []
  /** Where the last paragraph begins and ends whose mark is deleted: the next one goes on with it. */
  #joins: { readonly at: number; readonly end: number } | null = null

  constructor(xml: string, tags: readonly Tag[]) {
    this.#xml = xml
    this.#tags = tags
    this.#closes = closesOf(tags)
  }

  run(): string {
    for (let index = 0; index < this.#tags.length; index++) {
      const tag = this.#tags[index]!
      if (tag.start < this.#at) continue
      if (deleted.includes(tag.name)) this.#drop(tag, index)
      else if (inserted.includes(tag.name)) this.#skip(tag.start, tag.end)
      else this.#visit(tag)
    }
    return this.#out + this.#xml.slice(this.#at)
  }

  #copyTo(end: number): void {
    this.#out += this.#xml.slice(this.#at, end)
    this.#at = end
  }

  #skip(start: number, end: number): void {
    this.#copyTo(start)
    this.#at = end
  }

  #drop(tag: Tag, index: number): void {
    if (tag.kind === 'close') return
    const holder = this.#open.at(-1)
    const outer = this.#open.at(-2)
    if (tag.kind === 'empty') {
      // The mark of a paragraph stands among its run properties, that of a row among the row's.
      if (holder?.tag.name === 'rPr' && outer?.tag.name === 'pPr') this.#markGone('p')
      else if (holder?.tag.name === 'trPr') this.#markGone('tr')
      this.#skip(tag.start, tag.end)
      return
    }
    // Row properties hold the change with its author inside.
    if (holder?.tag.name === 'trPr') this.#markGone('tr')
    const close = this.#closes.get(index)
    if (close !== undefined) this.#skip(tag.start, close.end)
  }

  #markGone(name: string): void {
    const found = this.#open.findLast(({ tag }) => tag.name === name)
    if (found !== undefined) found.gone = true
  }

  #visit(tag: Tag): void {
    if (tag.kind === 'empty') return
    if (tag.kind === 'open') {
      this.#copyTo(tag.start)
      const joins = tag.name === 'p' ? this.#joins : null
      if (tag.name === 'p') this.#joins = null
      const taken = joins !== null && /^\s*$/.test(this.#out.slice(joins.end)) ? this.#rejoin(joins.end) : null
      // Its own mark, which may be deleted too, went with its properties.
      const gone = taken !== null && /<(?:\w+:)?del[\s/>]/.test(taken)
      this.#open.push({ tag, at: taken === null ? this.#out.length : (joins?.at ?? 0), gone })
      return
    }
    const at = this.#open.findLastIndex(({ tag: open }) => open.name === tag.name)
    if (at < 0) return
    const [opened] = this.#open.splice(at)
    this.#copyTo(tag.end)
    if (opened?.gone !== true) return
    if (
      tag.name === 'tr' ||
      !/<\w+:(?:t|drawing|pict|object|fldChar|br|tab|sym|oMath)[\s/>]/.test(this.#out.slice(opened.at))
    ) {
      this.#out = this.#out.slice(0, opened.at)
      return
    }
    this.#joins = { at: opened.at, end: this.#out.length }
  }

  /** Takes the end of the paragraph before and the beginning of this one away, with this one's own properties. */
  #rejoin(end: number): string | null {
    const own = /^<[\w:]+(?:\s[^>]*)?>(?:<(\w+:)pPr(?:\s[^>]*)?(?:\/>|>[\s\S]*?<\/\1pPr>))?/.exec(
      this.#xml.slice(this.#at),
    )
    if (own === null) return null
    this.#out = this.#out.slice(0, end).replace(/<\/[\w:]+>$/, '')
    this.#at += own[0].length
    return own[0]
  }
}
