/** Values of form controls, which are no text. */
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { isOn } from '../ooxml/on-off.ts'

export function checkBoxText(delimiter: Element): string {
  const box = child(delimiter, 'w:ffData', 'w:checkBox')
  if (box === undefined) return ''
  return isOn(child(box, 'w:checked') ?? child(box, 'w:default')) ? '☒ ' : '☐ '
}

export function chosenOption(delimiter: Element): string {
  const list = child(delimiter, 'w:ffData', 'w:ddList')
  const index = integer(child(list, 'w:result'), 'w:val') ?? integer(child(list, 'w:default'), 'w:val') ?? 0
  return attribute(elements(list, 'w:listEntry')[index], 'w:val') ?? ''
}
