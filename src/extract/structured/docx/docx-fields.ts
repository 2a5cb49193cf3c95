/** Fields of Word: an instruction, and a result that Word has written or that is a form control. */
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import type { LinePosition } from '../inline-buffer.ts'
import { isOn } from './docx-styles.ts'

export interface OpenField {
  inInstruction: boolean
  readonly isUnseen: boolean
  instruction: string
  /** Option of a drop-down list, which is no text. */
  readonly choice: string
  resultStart?: LinePosition
}

/** Instructions and the fields in them are not text. */
export function isInInstruction(fields: readonly OpenField[]): boolean {
  const field = fields.at(-1)
  return field !== undefined && (field.inInstruction || field.isUnseen)
}

export function openField(delimiter: Element, fields: readonly OpenField[]): OpenField {
  const choice = chosenOption(child(delimiter, 'w:ffData', 'w:ddList'))
  return { inInstruction: true, isUnseen: isInInstruction(fields), instruction: '', choice }
}

export function checkBoxText(delimiter: Element): string {
  const box = child(delimiter, 'w:ffData', 'w:checkBox')
  if (box === undefined) return ''
  return isOn(child(box, 'w:checked') ?? child(box, 'w:default')) ? '☒ ' : '☐ '
}

function chosenOption(list: Element | undefined): string {
  const index = integer(child(list, 'w:result'), 'w:val') ?? integer(child(list, 'w:default'), 'w:val') ?? 0
  return attribute(elements(list, 'w:listEntry')[index], 'w:val') ?? ''
}
