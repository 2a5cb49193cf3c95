/** Accepts tracked changes in WordprocessingML, which converted PDFs do not distinguish. */
import { namespacePrefix, wordNamespaces } from '../../../xml/text-edits.ts'

/** Removed with their contents, or without. */
const deleted = ['del', 'moveFrom', 'cellDel']
const inserted = ['ins', 'moveTo', 'cellIns']

interface Tag {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly kind: 'open' | 'close' | 'empty'
}

export function acceptRevisions(xml: string): string | null {
  const prefix = namespacePrefix(xml, wordNamespaces)
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

interface Open {
  readonly tag: Tag
  readonly at: number
  /** Whether a paragraph's mark, or a whole row, is deleted. */
  isDeleted: boolean
}

function matchClosingTags(tags: readonly Tag[]): Map<number, Tag> {
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
  readonly #closes: ReadonlyMap<number, Tag>
  #out = ''
  #at = 0
  readonly #open: Open[] = []
  /** Output range of the last paragraph if the next one continues it. */
  #unfinished: { readonly at: number; readonly end: number } | null = null

  constructor(xml: string, tags: readonly Tag[]) {
    this.#xml = xml
    this.#tags = tags
    this.#closes = matchClosingTags(tags)
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
    const parent = this.#open.at(-1)
    const grandparent = this.#open.at(-2)
    if (tag.kind === 'empty') {
      // An empty element deletes the mark or row whose properties contain it.
      if (parent?.tag.name === 'rPr' && grandparent?.tag.name === 'pPr') this.#markDeleted('p')
      else if (parent?.tag.name === 'trPr') this.#markDeleted('tr')
      this.#skip(tag.start, tag.end)
      return
    }
    if (parent?.tag.name === 'trPr') this.#markDeleted('tr')
    const close = this.#closes.get(index)
    if (close !== undefined) this.#skip(tag.start, close.end)
  }

  #markDeleted(name: string): void {
    const found = this.#open.findLast(({ tag }) => tag.name === name)
    if (found !== undefined) found.isDeleted = true
  }

  #visit(tag: Tag): void {
    if (tag.kind === 'empty') return
    if (tag.kind === 'open') {
      this.#copyTo(tag.start)
      const unfinished = tag.name === 'p' ? this.#unfinished : null
      if (tag.name === 'p') this.#unfinished = null
      const joined =
        unfinished !== null && /^\s*$/.test(this.#out.slice(unfinished.end))
          ? this.#joinParagraphs(unfinished.end)
          : null
      const isDeleted = joined !== null && /<(?:\w+:)?del[\s/>]/.test(joined)
      this.#open.push({ tag, at: joined === null ? this.#out.length : (unfinished?.at ?? 0), isDeleted })
      return
    }
    const at = this.#open.findLastIndex(({ tag: open }) => open.name === tag.name)
    if (at < 0) return
    const [opened] = this.#open.splice(at)
    this.#copyTo(tag.end)
    if (opened?.isDeleted !== true) return
    if (
      tag.name === 'tr' ||
      !/<\w+:(?:t|drawing|pict|object|fldChar|br|tab|sym|oMath)[\s/>]/.test(this.#out.slice(opened.at))
    ) {
      this.#out = this.#out.slice(0, opened.at)
      return
    }
    this.#unfinished = { at: opened.at, end: this.#out.length }
  }

  /** Removes the end of the previous paragraph and the start of this one, whose properties it returns. */
  #joinParagraphs(end: number): string | null {
    const own = /^<[\w:]+(?:\s[^>]*)?>(?:<(\w+:)pPr(?:\s[^>]*)?(?:\/>|>[\s\S]*?<\/\1pPr>))?/.exec(
      this.#xml.slice(this.#at),
    )
    if (own === null) return null
    this.#out = this.#out.slice(0, end).replace(/<\/[\w:]+>$/, '')
    this.#at += own[0].length
    return own[0]
  }
}
