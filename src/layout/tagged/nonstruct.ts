/**
 * Removes `NonStruct` elements, which have no meaning of their own (PDF 32000-1, 14.8.4.2). Chromium wraps each run
 * of plain text between links and bold words in one.
 */
import type { TagElement } from '../../model/tags.ts'

/** Inline-level roles (PDF 32000-1, 14.8.4.4) and those of PDF 2.0. */
export const inline = new Set(
  'Span Quote Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Em Strong Sub Form Formula Lbl'.split(' '),
)

type Kid = TagElement | number

/** Elements whose own content is running text. */
export function isText({ role }: TagElement): boolean {
  return role === 'P' || role === 'LBody' || /^(?:Title|H[1-9]?)$/.test(role)
}

/** The tree without `NonStruct` elements that only contain text. */
export function withoutNonStruct(element: TagElement): TagElement {
  const kids = element.children.map((kid) => (typeof kid === 'number' ? kid : withoutNonStruct(kid)))
  const runs = isText(element) || inline.has(element.role) || element.role === 'LI'
  if (runs) return { ...element, children: kids.flatMap(textOf) }
  return { ...element, children: paragraphsOf(kids) }
}

/**
 * Content directly in a division forms one paragraph per stretch between blocks, as in CSS. Only where plain text and
 * inline elements alternate; otherwise each may be a paragraph of its own.
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

/** A `NonStruct` of text. One around `Code` is a listing. */
function isPlain(kid: Kid): boolean {
  return (
    typeof kid !== 'number' &&
    kid.role === 'NonStruct' &&
    kid.children.every((own) => typeof own === 'number' || (inline.has(own.role) && own.role !== 'Code'))
  )
}
