import { ParseError } from '../../../model/errors.ts'
import { child, type Element } from '../../../xml/tree.ts'
import { parseXml } from '../../../xml/xml.ts'
import { Archive, type ArchiveLimits } from '../../../zip/archive.ts'
import { nullOnParseError } from '../damaged-file.ts'
import { readOptionalXml } from '../ooxml/ooxml-package.ts'
import { OdfStyles } from './odf-styles.ts'

export class OdfPackage {
  readonly archive: Archive
  readonly content: Element
  readonly styleRoot: Element | null
  readonly styles: OdfStyles

  /** Throws `ParseError` 1106 for encrypted and damaged files. */
  constructor(bytes: Uint8Array, limits?: ArchiveLimits) {
    this.archive = new Archive(bytes, limits)
    const manifest = this.archive.read('META-INF/manifest.xml')
    if (manifest !== null && /<(?:\w+:)?encryption-data[\s/>]/.test(new TextDecoder().decode(manifest)))
      throw new ParseError(1106, 'The OpenDocument file is protected by a password. Send it in the field "password".')
    this.content = parseXml(this.archive.readRequired('content.xml'), 'The part "content.xml"')
    this.styleRoot = readOptionalXml(this.archive, 'styles.xml')
    this.styles = new OdfStyles([this.styleRoot, this.content])
  }

  body(name: string): Element {
    const body = child(this.content, 'office:body', name)
    if (body === undefined)
      throw new ParseError(
        1106,
        'The OpenDocument file is damaged, or not of the kind that it claims: its body is missing.',
      )
    return body
  }

  image(href: string | undefined): Uint8Array | null {
    if (href === undefined || /^[a-z][\w+.-]*:/i.test(href)) return null
    return nullOnParseError(() => this.archive.read(href.replace(/^\.\//, '')))
  }

  object(href: string | undefined): Element | null {
    return href === undefined
      ? null
      : readOptionalXml(this.archive, `${href.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`)
  }
}

const POINTS_PER_UNIT: Readonly<Record<string, number>> = {
  pt: 1,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  pc: 12,
  px: 0.75,
}

export function toPoints(length: string | undefined): number | undefined {
  const match = /^(-?[\d.]+)(pt|in|cm|mm|pc|px)$/.exec(length?.trim() ?? '')
  return match === null ? undefined : Number(match[1]) * POINTS_PER_UNIT[match[2]!]!
}
