/** Parses XML into a tree, or into events for large parts, without DTD entities. Invalid XML is error 1106. */
/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen'
import { decodeText } from '../encoding/encoding.ts'
import { ParseError } from '../model/errors.ts'
import { namespaces } from './namespaces.ts'
import type { Element, Node } from './tree.ts'

/** Maximum nesting of elements, because recursive readers use a stack frame per level. */
const MAX_DEPTH = 400
/** Elements of a part that is read as events; trees have a lower limit. */
const MAX_ELEMENTS = 3_000_000
const CHUNK_LENGTH = 1 << 20

interface XmlEvents {
  /** `attributes` can only be called during this call. */
  open(name: string, attributes: () => Readonly<Record<string, string>>): void
  close(name: string): void
  text(text: string): void
}

export function parseXmlEvents(bytes: Uint8Array, events: XmlEvents, part: string): void {
  let depth = 0
  let count = 0
  const parser = new Parser()
  parser.ns(namespaces)
  parser.on('openTag', (name, readAttributes) => {
    if (++depth > MAX_DEPTH)
      throw new ParseError(1106, `${part} is nested more than ${MAX_DEPTH} levels deep: it is damaged or malicious.`)
    if (++count > MAX_ELEMENTS)
      throw new ParseError(
        1132,
        `${part} has more than ${MAX_ELEMENTS} elements, which is the limit. Split the document and send the parts.`,
      )
    events.open(name, () => decodeAttributes(readAttributes()))
  })
  parser.on('closeTag', (name) => {
    depth--
    events.close(name)
  })
  parser.on('text', (text) => events.text(decodeEntities(text)))
  parser.on('cdata', (text) => events.text(text))
  parser.on('error', (problem) => {
    throw new ParseError(1106, `${part} is damaged: its XML can't be read (${problem.message}).`, { cause: problem })
  })
  const text = decodeText(bytes, declaredEncoding(bytes))
  for (let at = 0; at < text.length; at += CHUNK_LENGTH) parser.write(text.slice(at, at + CHUNK_LENGTH))
  parser.end()
}

export function parseXml(bytes: Uint8Array, part: string): Element {
  const root: Element = { name: '#root', attributes: {}, children: [] }
  const open: Element[] = [root]
  const top = (): Node[] => open[open.length - 1]!.children
  parseXmlEvents(
    bytes,
    {
      open(name, attributes) {
        const element: Element = { name, attributes: attributes(), children: [] }
        top().push(element)
        open.push(element)
      },
      close() {
        if (open.length > 1) open.pop()
      },
      text(text) {
        if (open.length > 1) top().push(text)
      },
    },
    part,
  )
  const first = root.children[0]
  if (typeof first !== 'object') throw new ParseError(1106, `${part} is damaged: it contains no XML element.`)
  return first
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  return /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  )?.[1]
}

function decodeAttributes(raw: Readonly<Record<string, string>> | false): Record<string, string> {
  const decoded: Record<string, string> = Object.create(null)
  if (raw !== false) for (const [name, value] of Object.entries(raw)) decoded[name] = decodeEntities(value)
  return decoded
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** saxen's own decoder fails above U+FFFF. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{1,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal)
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}
