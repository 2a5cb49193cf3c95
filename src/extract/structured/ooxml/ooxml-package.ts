/**
 * The parts of an Office Open XML file (ECMA-376, part 2): XML parts by name, and what their relationships lead to.
 * Refuses encrypted files and files without a main part (1106). Targets outside of the package are never followed.
 */
import { ParseError } from '../../../model/errors.ts'
import { attribute, type Element, elements } from '../../../xml/tree.ts'
import { parseXml } from '../../../xml/xml.ts'
import { Archive, type ArchiveLimits } from '../../../zip/archive.ts'

export interface Relation {
  /** The last word of its type: `styles`, `image`, `slide`. */
  readonly type: string
  /** Name of a part; `null` for what lies outside. */
  readonly target: string | null
  /** Address of what lies outside. */
  readonly address?: string
}

/** Compound files (OLE 2): encrypted packages, and the binary formats before 2007. */
const compoundMark = [0xd0, 0xcf, 0x11, 0xe0]

export class OoxmlPackage {
  readonly archive: Archive
  readonly #relations = new Map<string, ReadonlyMap<string, Relation>>()

  constructor(bytes: Uint8Array, limits?: ArchiveLimits) {
    if (compoundMark.every((byte, at) => bytes[at] === byte))
      throw new ParseError(
        1106,
        'The Office file is of a kind before 2007 under a newer name, or its password could not be taken off. Without a converter it can’t be read: save it in a current format, without a password.',
      )
    this.archive = new Archive(bytes, limits)
  }

  /** Name of the part that the package is about. */
  mainPart(): string {
    const main = [...this.relations('').values()].find(({ type }) => type === 'officeDocument')?.target
    if (main === undefined || main === null || !this.archive.has(main))
      throw new ParseError(1106, 'The Office file is damaged: its main part is missing.')
    return main
  }

  /** The root element of a part that must be there. */
  xml(name: string): Element {
    return parseXml(this.archive.need(name), `The part "${name}"`)
  }

  /** The root element of a part that the document can do without: missing or damaged, it is `null`. */
  optionalXml(name: string | null | undefined): Element | null {
    if (name === null || name === undefined) return null
    try {
      const bytes = this.archive.read(name)
      return bytes === null ? null : parseXml(bytes, `The part "${name}"`)
    } catch (error) {
      if (error instanceof ParseError) return null
      throw error
    }
  }

  /** Relationships of a part by their ids; of the package for "". */
  relations(part: string): ReadonlyMap<string, Relation> {
    const known = this.#relations.get(part)
    if (known !== undefined) return known
    const slash = part.lastIndexOf('/') + 1
    const folder = part.slice(0, slash)
    const root = this.optionalXml(`${folder}_rels/${part.slice(slash)}.rels`)
    const relations = new Map(
      elements(root ?? undefined, 'rel:Relationship').map((each): [string, Relation] => {
        const target = attribute(each, 'Target') ?? ''
        const outside = attribute(each, 'TargetMode') === 'External'
        return [
          attribute(each, 'Id') ?? '',
          {
            type: (attribute(each, 'Type') ?? '').replace(/^.*\//, ''),
            target: outside ? null : resolvePath(folder, target),
            ...(outside ? { address: target } : {}),
          },
        ]
      }),
    )
    this.#relations.set(part, relations)
    return relations
  }

  /** The first part that the given one has of a type. */
  related(part: string, type: string): string | null {
    return [...this.relations(part).values()].find((relation) => relation.type === type)?.target ?? null
  }

  /** What a relationship of a part leads to; `null` when it leads nowhere or outside. */
  target(part: string, id: string | undefined): string | null {
    return id === undefined ? null : (this.relations(part).get(id)?.target ?? null)
  }

  /** The address that a relationship of a part leads to, outside of the package. It is shown, never followed. */
  address(part: string, id: string | undefined): string | undefined {
    return id === undefined ? undefined : this.relations(part).get(id)?.address
  }

  /** The bytes behind a relationship; `null` when they can't be had. */
  bytesOf(part: string, id: string | undefined): Uint8Array | null {
    const target = this.target(part, id)
    if (target === null) return null
    try {
      return this.archive.read(target)
    } catch (error) {
      if (error instanceof ParseError) return null
      throw error
    }
  }
}

/** A target as the name of an entry: relative to the folder of its source, or absolute. */
export function resolvePath(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target
  const names: string[] = []
  for (const name of path.replace(/[#?].*$/, '').split('/')) {
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  }
  return names.join('/')
}
