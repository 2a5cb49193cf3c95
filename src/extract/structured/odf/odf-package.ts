import { fromBase64, hasBytesAt } from '../../../model/bytes.ts'
import { ParseError } from '../../../model/errors.ts'
import { attribute, child, descendants, type Element, elements, textOf } from '../../../xml/tree.ts'
import { parseXml } from '../../../xml/xml.ts'
import { Archive, type ArchiveLimits, archiveLimits } from '../../../zip/archive.ts'
import { nullOnParseError } from '../damaged-file.ts'
import { readOptionalXml } from '../ooxml/ooxml-package.ts'
import { OdfStyles } from './odf-styles.ts'

const ZIP_SIGNATURE = [0x50, 0x4b]

/** A zip archive, or one flat XML file with its images as base64 text. */
export class OdfPackage {
  readonly #archive: Archive | null
  #visibleTables: ReadonlySet<string> | null = null
  readonly #storedImages = new Map<Element, string>()
  readonly content: Element
  readonly styleRoot: Element | null
  readonly styles: OdfStyles

  /** Throws `ParseError` 1106 for encrypted and damaged files. */
  constructor(bytes: Uint8Array, limits?: ArchiveLimits) {
    if (hasBytesAt(bytes, 0, ZIP_SIGNATURE)) {
      this.#archive = new Archive(bytes, limits)
      checkUnlocked(this.#archive)
      this.content = parseXml(this.#archive.readRequired('content.xml'), 'The part "content.xml"')
      this.styleRoot = readOptionalXml(this.#archive, 'styles.xml')
      this.styles = new OdfStyles([this.styleRoot, this.content])
    } else {
      this.#archive = null
      checkFlatSize(bytes, limits)
      this.content = parseXml(bytes, 'The file')
      this.styleRoot = this.content
      this.styles = new OdfStyles([this.content])
      this.#takeImages(this.content)
    }
  }

  /** Base64 text would count as text of the paragraph. */
  #takeImages(parent: Element): void {
    const data = child(parent, 'office:binary-data')
    if (data !== undefined) {
      this.#storedImages.set(parent, textOf(data))
      data.children.length = 0
    }
    for (const element of elements(parent)) this.#takeImages(element)
  }

  /** Names of tables and sheets. */
  get visibleTables(): ReadonlySet<string> {
    this.#visibleTables ??= new Set(
      descendants(this.content, 'table:table')
        .filter((table) => !this.styles.isTableHidden(attribute(table, 'table:style-name')))
        .flatMap((table) => attribute(table, 'table:name') ?? []),
    )
    return this.#visibleTables
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

  image(element: Element): Uint8Array | null {
    const stored = this.#storedImages.get(element)
    if (stored !== undefined) return decodeImage(stored)
    const href = attribute(element, 'xlink:href')
    if (href === undefined || /^[a-z][\w+.-]*:/i.test(href)) return null
    return nullOnParseError(() => this.#archive?.read(href.replace(/^\.\//, '')) ?? null)
  }

  object(element: Element): Element | null {
    const href = attribute(element, 'xlink:href')
    if (this.#archive === null) return child(element, 'office:document') ?? null
    return href === undefined
      ? null
      : readOptionalXml(this.#archive, `${href.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`)
  }
}

function decodeImage(base64: string): Uint8Array | null {
  try {
    return fromBase64(base64)
  } catch {
    return null
  }
}

function checkUnlocked(archive: Archive): void {
  const manifest = archive.read('META-INF/manifest.xml')
  if (manifest !== null && /<(?:\w+:)?encryption-data[\s/>]/.test(new TextDecoder().decode(manifest)))
    throw new ParseError(1106, 'The OpenDocument file is protected by a password. Send it in the field "password".')
}

function checkFlatSize(bytes: Uint8Array, { maxEntryBytes }: ArchiveLimits = archiveLimits): void {
  if (bytes.length > maxEntryBytes)
    throw new ParseError(
      1132,
      `The file has more than ${maxEntryBytes} bytes, the limit of a flat OpenDocument file. Save it as ODT, ODS or ODP.`,
    )
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
