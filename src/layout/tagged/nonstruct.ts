/**
 * `NonStruct` has no meaning of its own, only its content counts (PDF 32000-1, 14.8.4.2). Chromium puts every run of plain text
 * into one, between the links and bold words of the same paragraph: without them the tree says what an author would have said.
 */
import type { TagElement } from '../../model/tags.ts'

/** Roles that stand within a line (PDF 32000-1, 14.8.4.4) and those of PDF 2.0 like them. */
export const inline = new Set(
  'Span Quote Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Em Strong Sub Form Formula Lbl'.split(' '),
)

type Kid = TagElement | number

/** Elements whose own content is running text. */
export function isText({ role }: TagElement): boolean {
  return role === 'P' || role === 'LBody' || /^(?:Title|H[1-9]?)$/.test(role)
}

/** The tree without the `NonStruct` elements that only hold text. */
export function withoutNonStruct(element: TagElement): TagElement {
  const kids = element.children.map((kid) => (typeof kid === 'number' ? kid : withoutNonStruct(kid)))
  const runs = isText(element) || inline.has(element.role) || element.role === 'LI'
  if (runs) return { ...element, children: kids.flatMap(textOf) }
  return { ...element, children: paragraphsOf(kids) }
}

/**
 * What stands directly in a division is a paragraph for each stretch between blocks, as CSS has it. Only where plain text and
 * inline elements alternate: alone, either may be a paragraph of its own in files of other programs.
 */
function paragraphsOf(kids: readonly Kid[]): readonly Kid[] {
  const made: Kid[] = []
  let stretch: TagElement[] = []
  const flush = (): void => {
    const [first] = stretch
    if (first !== undefined && stretch.some(isPlain) && !stretch.every(isPlain))
      made.push({ id: first.id, role: 'P', name: '', children: stretch.flatMap(textOf) })
    else made.push(...stretch)
    stretch = []
  }
  for (const kid of kids) {
    if (typeof kid !== 'number' && (isPlain(kid) || inline.has(kid.role))) stretch.push(kid)
    else {
      flush()
      made.push(kid)
    }
  }
  flush()
  return made
}

function textOf(kid: Kid): readonly Kid[] {
  return typeof kid !== 'number' && isPlain(kid) ? kid.children : [kid]
}

/** A `NonStruct` of text; one around `Code` is a listing. */
function isPlain(kid: Kid): boolean {
  return (
    typeof kid !== 'number' &&
    kid.role === 'NonStruct' &&
    kid.children.every((own) => typeof own === 'number' || (inline.has(own.role) && own.role !== 'Code'))
  )
}
