/** The parts of an OpenDocument file: content, styles, objects inside. Refuses encrypted files (1106). */
import { ParseError } from '../../../model/errors.ts'
import { child, type Element } from '../../../xml/tree.ts'
import { parseXml } from '../../../xml/xml.ts'
import { Archive, type ArchiveLimits } from '../../../zip/archive.ts'
import { OdfStyles } from './odf-styles.ts'

export class OdfPackage {
  readonly archive: Archive
  readonly content: Element
  readonly styleRoot: Element | null
  readonly styles: OdfStyles

  constructor(bytes: Uint8Array, limits?: ArchiveLimits) {
    this.archive = new Archive(bytes, limits)
    const manifest = this.archive.read('META-INF/manifest.xml')
    if (manifest !== null && /<(?:\w+:)?encryption-data[\s/>]/.test(new TextDecoder().decode(manifest)))
      throw new ParseError(1106, 'The OpenDocument file is protected by a password. Send it in the field "password".')
    this.content = parseXml(this.archive.need('content.xml'), 'The part "content.xml"')
    this.styleRoot = this.#optional('styles.xml')
    this.styles = new OdfStyles([this.styleRoot, this.content])
  }

  /** The body's element of a kind: `office:text`, `office:spreadsheet`, `office:presentation`. */
  body(name: string): Element {
    const body = child(this.content, 'office:body', name)
    if (body === undefined)
      throw new ParseError(
        1106,
        'The OpenDocument file is damaged, or not of the kind that it claims: its body is missing.',
      )
    return body
  }

  /** The bytes of a picture inside; `null` for what lies outside. */
  picture(href: string | undefined): Uint8Array | null {
    if (href === undefined || /^[a-z][\w+.-]*:/i.test(href)) return null
    return this.#bytes(href.replace(/^\.\//, ''))
  }

  /** The root of an object's content: a formula, a chart. */
  object(href: string | undefined): Element | null {
    return href === undefined ? null : this.#optional(`${href.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`)
  }

  #optional(name: string): Element | null {
    const bytes = this.#bytes(name)
    if (bytes === null) return null
    try {
      return parseXml(bytes, `The part "${name}"`)
    } catch (error) {
      if (error instanceof ParseError) return null
      throw error
    }
  }

  #bytes(name: string): Uint8Array | null {
    try {
      return this.archive.read(name)
    } catch (error) {
      if (error instanceof ParseError) return null
      throw error
    }
  }
}

const unitPoints: Readonly<Record<string, number>> = { pt: 1, in: 72, cm: 72 / 2.54, mm: 72 / 25.4, pc: 12, px: 0.75 }

/** A length in points. */
export function points(length: string | undefined): number | undefined {
  const match = /^(-?[\d.]+)(pt|in|cm|mm|pc|px)$/.exec(length?.trim() ?? '')
  return match === null ? undefined : Number(match[1]) * (unitPoints[match[2]!] ?? 1)
}
