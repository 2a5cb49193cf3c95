/**
 * Check boxes of Word's older forms → characters: a converter draws them as pictures of boxes, which say nothing to whoever reads the
 * text. Newer ones (content controls) are characters already.
 */

/** The mark that begins a field with data; such marks never hold each other. */
const beginning = /<((?:\w+:)?)fldChar(\s[^>]*[^>/])>([\s\S]*?)<\/\1fldChar>/g
/** Without its instruction the field draws nothing. */
const instruction = /(<(?:\w+:)?instrText[^>]*>)\s*FORMCHECKBOX\s*(?=<\/)/g

/** `xml`: a part of a Word document. `null` when it has none. */
export function writeCheckBoxes(xml: string): string | null {
  if (!xml.includes('FORMCHECKBOX')) return null
  let count = 0
  const written = xml.replace(beginning, (piece, prefix: string, attributes: string, data: string) => {
    const box = new RegExp(`<${prefix}checkBox(?:\\s[^>]*)?>([\\s\\S]*?)</${prefix}checkBox>`).exec(data)
    if (box === null) return piece
    count++
    return `<${prefix}t xml:space="preserve">${isChecked(box[1]!) ? '☒' : '☐'} </${prefix}t><${prefix}fldChar${attributes}/>`
  })
  return count === 0 ? null : written.replace(instruction, '$1')
}

/** What the user chose, else what the form proposes. */
function isChecked(box: string): boolean {
  const state = /<(?:\w+:)?checked(?=[\s/>])([^>]*)>/.exec(box) ?? /<(?:\w+:)?default(?=[\s/>])([^>]*)>/.exec(box)
  if (state === null) return false
  const value = /val="([^"]*)"/.exec(state[1]!)?.[1]
  return value !== '0' && value !== 'false' && value !== 'off'
}
