/** Writes check boxes of legacy Word forms, which converters draw, as characters. */
import { isOnValue } from '../../extract/structured/ooxml/on-off.ts'
import type { Fixup } from './types.ts'
import { wordTextParts } from './word-parts.ts'

export const checkBoxes: Fixup = {
  before(file) {
    file.editParts(wordTextParts, writeCheckBoxes)
  },
}

const fieldStart = /<((?:\w+:)?)fldChar(\s[^>]*[^>/])>([\s\S]*?)<\/\1fldChar>/g
const instruction = /(<(?:\w+:)?instrText[^>]*>)\s*FORMCHECKBOX\s*(?=<\/)/g

export function writeCheckBoxes(xml: string): string | null {
  if (!xml.includes('FORMCHECKBOX')) return null
  let count = 0
  const written = xml.replace(fieldStart, (element, prefix: string, attributes: string, data: string) => {
    const box = new RegExp(`<${prefix}checkBox(?:\\s[^>]*)?>([\\s\\S]*?)</${prefix}checkBox>`).exec(data)
    if (box === null) return element
    count++
    return `<${prefix}t xml:space="preserve">${isChecked(box[1]!) ? '☒' : '☐'} </${prefix}t><${prefix}fldChar${attributes}/>`
  })
  return count === 0 ? null : written.replace(instruction, '$1')
}

function isChecked(box: string): boolean {
  const state = /<(?:\w+:)?checked(?=[\s/>])([^>]*)>/.exec(box) ?? /<(?:\w+:)?default(?=[\s/>])([^>]*)>/.exec(box)
  if (state === null) return false
  return isOnValue(/val="([^"]*)"/.exec(state[1]!)?.[1])
}
