/** Removes `NonStruct` elements (PDF 32000-1, 14.8.4.2), in which Chromium wraps plain text. */
import { isHeadingRole, type TagElement } from '../../model/tags.ts'

/** Inline-level roles (PDF 32000-1, 14.8.4.4) and those of PDF 2.0. */
export const inlineRoles = new Set(
  'Span Quote Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Em Strong Sub Form Formula Lbl'.split(' '),
)

/** Name of inferred elements; no element of a document has it. */
export const inferredName = ''

type Kid = TagElement | number

export function isTextElement({ role }: TagElement): boolean {
  return role === 'P' || role === 'LBody' || isHeadingRole(role)
}

export function withoutNonStruct(element: TagElement): TagElement {
  const kids = element.children.map((kid) => (typeof kid === 'number' ? kid : withoutNonStruct(kid)))
  const runs = isTextElement(element) || inlineRoles.has(element.role) || element.role === 'LI'
  if (runs) return { ...element, children: kids.flatMap(textOf) }
  return { ...element, children: paragraphsOf(kids) }
}

/** Alternating plain text and inline elements in a division are one paragraph, as in CSS. */
function paragraphsOf(kids: readonly Kid[]): readonly Kid[] {
  const result: Kid[] = []
  let run: TagElement[] = []
  const flush = (): void => {
    const [first] = run
    if (first !== undefined && run.some(isPlain) && !run.every(isPlain))
      result.push({ id: first.id, role: 'P', name: inferredName, children: run.flatMap(textOf) })
    else result.push(...run)
    run = []
  }
  for (const kid of kids) {
    if (typeof kid !== 'number' && (isPlain(kid) || inlineRoles.has(kid.role))) run.push(kid)
    else {
      flush()
      result.push(kid)
    }
  }
  flush()
  return result
}

function textOf(kid: Kid): readonly Kid[] {
  return typeof kid !== 'number' && isPlain(kid) ? kid.children : [kid]
}

/** A `NonStruct` around `Code` is a listing. */
function isPlain(kid: Kid): boolean {
  return (
    typeof kid !== 'number' &&
    kid.role === 'NonStruct' &&
    kid.children.every((own) => typeof own === 'number' || (inlineRoles.has(own.role) && own.role !== 'Code'))
  )
}
