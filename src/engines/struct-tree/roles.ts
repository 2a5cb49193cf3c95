/** Standard roles of structure elements by role maps (PDF 32000-1, 14.7.3) and namespaces (PDF 32000-2, 14.7.4). */
import type { Pointer } from '../mupdf/mupdf.ts'
import type { PdfObjects } from '../mupdf/pdf-objects.ts'

const MAX_MAPPINGS = 8
/** LaTeX tags each symbol of a formula in this namespace. */
const MATH_ML = 'http://www.w3.org/1998/Math/MathML'

/** `namespace` is 0 for elements of PDF 1.7. */
export function standardRole(
  name: string,
  { namespace, root, objects }: { namespace: Pointer; root: Pointer; objects: PdfObjects },
): string {
  let [role, space] = [name, namespace]
  for (let step = 0; step < MAX_MAPPINGS; step++) {
    const roleMap = space === 0 ? objects.get(root, 'RoleMap') : objects.get(space, 'RoleMapNS')
    const target = objects.getForeign(roleMap, role)
    const next = objects.toName(objects.isArray(target) ? objects.at(target, 0) : target)
    if (next === null || next === role) break
    role = next
    space = objects.isArray(target) ? objects.at(target, 1) : 0
  }
  return space !== 0 && objects.toText(objects.get(space, 'NS')) === MATH_ML ? 'Span' : role
}
