/** Parts and relationships (ECMA-376 part 2). Targets outside of the package are never read. */

import { hasBytesAt } from '../../../model/bytes.ts'
import { cached } from '../../../model/cached.ts'
import { ParseError } from '../../../model/errors.ts'
import { COMPOUND_SIGNATURE } from '../../../office/compound-file.ts'
import { attribute, type Element, elements } from '../../../xml/tree.ts'
import { parseXml } from '../../../xml/xml.ts'
import { Archive, type ArchiveLimits } from '../../../zip/archive.ts'
import { nullOnParseError } from '../damaged-file.ts'

export interface Relationship {
  /** Last word of the type, such as `styles`, `image` or `slide`. */
  readonly type: string
  readonly target: string | null
  readonly address?: string
}

export class OoxmlPackage {
  readonly archive: Archive
  readonly #relationships = new Map<string, ReadonlyMap<string, Relationship>>()

  constructor(bytes: Uint8Array, limits?: ArchiveLimits) {
    if (hasBytesAt(bytes, 0, COMPOUND_SIGNATURE))
      throw new ParseError(
        1106,
        'The Office file has a format from before 2007 under a newer name, or its password could not be removed. Without a converter it can’t be read: save it in a current format, without a password.',
      )
    this.archive = new Archive(bytes, limits)
  }

  mainPart(): string {
    const main = [...this.relationships('').values()].find(({ type }) => type === 'officeDocument')?.target
    if (main === undefined || main === null || !this.archive.has(main))
      throw new ParseError(1106, 'The Office file is damaged: its main part is missing.')
    return main
  }

  xml(name: string): Element {
    return parseXml(this.archive.readRequired(name), `The part "${name}"`)
  }

  optionalXml(name: string | null | undefined): Element | null {
    return name === null || name === undefined ? null : readOptionalXml(this.archive, name)
  }

  relationships(part: string): ReadonlyMap<string, Relationship> {
    return cached(this.#relationships, part, () => {
      const slash = part.lastIndexOf('/') + 1
      const folder = part.slice(0, slash)
      const root = this.optionalXml(`${folder}_rels/${part.slice(slash)}.rels`)
      return new Map(
        elements(root ?? undefined, 'rel:Relationship').map((each) => [
          attribute(each, 'Id') ?? '',
          readRelationship(each, folder),
        ]),
      )
    })
  }

  related(part: string, type: string): string | null {
    return [...this.relationships(part).values()].find((each) => each.type === type)?.target ?? null
  }

  target(part: string, id: string | undefined): string | null {
    return id === undefined ? null : (this.relationships(part).get(id)?.target ?? null)
  }

  address(part: string, id: string | undefined): string | undefined {
    return id === undefined ? undefined : this.relationships(part).get(id)?.address
  }

  bytesOf(part: string, id: string | undefined): Uint8Array | null {
    const target = this.target(part, id)
    return target === null ? null : nullOnParseError(() => this.archive.read(target))
  }
}

function readRelationship(element: Element, folder: string): Relationship {
  const target = attribute(element, 'Target') ?? ''
  const type = (attribute(element, 'Type') ?? '').replace(/^.*\//, '')
  return attribute(element, 'TargetMode') === 'External'
    ? { type, target: null, address: target }
    : { type, target: resolvePath(folder, target) }
}

export function readOptionalXml(archive: Archive, name: string): Element | null {
  return nullOnParseError(() => {
    const bytes = archive.read(name)
    return bytes === null ? null : parseXml(bytes, `The part "${name}"`)
  })
}

export function resolvePath(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target
  const names: string[] = []
  for (const name of path.replace(/[#?].*$/, '').split('/')) {
    if (name === '..') names.pop()
    else if (name !== '.' && name !== '') names.push(name)
  }
  return names.join('/')
}
