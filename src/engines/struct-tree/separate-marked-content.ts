/**
 * Ends marked content where it is closed: MuPDF keeps an element open until the next one, so page headers would belong
 * to it. Reads only tokens (PDF 32000-1, 7.2 and 7.8).
 */

const isSpace = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) isSpace[code] = 1
const isDelimiter = new Uint8Array(256)
for (const char of '()<>[]{}/%') isDelimiter[char.charCodeAt(0)] = 1

const [open, close, less, greater, slash, percent, backslash] = [40, 41, 60, 62, 47, 37, 92]
const [letterB, letterC, letterD, letterE, letterI, letterM] = [66, 67, 68, 69, 73, 77]

/** Byte offsets after which no marked content with an MCID is open. */
export function findMarkedContentEnds(content: Uint8Array): number[] {
  const ends: number[] = []
  const sequences: boolean[] = []
  let open = 0
  let firstOperand = -1
  let at = 0
  while (at < content.length) {
    const byte = content[at]!
    if (isSpace[byte] === 1) at++
    else if (byte === percent) at = skipComment(content, at)
    else if (isDelimiter[byte] === 1) {
      if (firstOperand < 0) firstOperand = at
      at = skipDelimited(content, at)
    } else {
      const start = at
      at = skipRegular(content, at)
      const operator = operatorAt(content, start, at)
      if (operator === null) {
        if (byte > 57) firstOperand = -1
        else if (firstOperand < 0) firstOperand = start
        continue
      }
      if (operator === 'BMC') sequences.push(false)
      if (operator === 'BDC') {
        const hasMcid = !isOptionalContent(content, firstOperand)
        sequences.push(hasMcid)
        if (hasMcid) open++
      }
      if (operator === 'EMC' && sequences.pop() === true) {
        open--
        if (open === 0) ends.push(at)
      }
      if (operator === 'ID') at = skipInlineImage(content, at)
      firstOperand = -1
    }
  }
  return ends
}

export function separateMarkedContent(content: Uint8Array, separator: string): Uint8Array | null {
  const ends = findMarkedContentEnds(content)
  if (ends.length === 0) return null
  const inserted = Uint8Array.from(separator, (char) => char.charCodeAt(0))
  const result = new Uint8Array(content.length + ends.length * inserted.length)
  let from = 0
  let to = 0
  for (const end of [...ends, content.length]) {
    result.set(content.subarray(from, end), to)
    to += end - from
    from = end
    if (to + inserted.length > result.length) break
    result.set(inserted, to)
    to += inserted.length
  }
  return result
}

function skipComment(content: Uint8Array, at: number): number {
  let end = at
  while (end < content.length && content[end] !== 10 && content[end] !== 13) end++
  return end
}

function skipRegular(content: Uint8Array, at: number): number {
  let end = at
  while (end < content.length && isSpace[content[end]!] === 0 && isDelimiter[content[end]!] === 0) end++
  return end
}

function skipDelimited(content: Uint8Array, at: number): number {
  const byte = content[at]
  if (byte === slash) return skipRegular(content, at + 1)
  if (byte === open) return skipString(content, at)
  if (byte !== less) return at + 1
  if (content[at + 1] === less) return at + 2
  const end = content.indexOf(greater, at)
  return end < 0 ? content.length : end + 1
}

function skipString(content: Uint8Array, at: number): number {
  let depth = 0
  for (let end = at; end < content.length; end++) {
    const byte = content[end]
    if (byte === backslash) end++
    else if (byte === open) depth++
    else if (byte === close) {
      depth--
      if (depth === 0) return end + 1
    }
  }
  return content.length
}

function operatorAt(content: Uint8Array, start: number, end: number): 'BDC' | 'BMC' | 'EMC' | 'ID' | null {
  const first = content[start]
  if (end - start === 2) return first === letterI && content[start + 1] === letterD ? 'ID' : null
  if (end - start !== 3 || content[start + 2] !== letterC) return null
  const second = content[start + 1]
  if (first === letterB && second === letterD) return 'BDC'
  if (first === letterB && second === letterM) return 'BMC'
  return first === letterE && second === letterM ? 'EMC' : null
}

/** `/OC /Name BDC` switches layers, has no MCID, and may enclose a whole page. */
function isOptionalContent(content: Uint8Array, at: number): boolean {
  return (
    at >= 0 &&
    content[at] === slash &&
    content[at + 1] === 79 &&
    content[at + 2] === letterC &&
    skipRegular(content, at + 1) === at + 3
  )
}

function skipInlineImage(content: Uint8Array, at: number): number {
  for (let end = at + 1; end + 2 < content.length; end++) {
    const ends =
      content[end] === letterE &&
      content[end + 1] === letterI &&
      isSpace[content[end - 1]!] === 1 &&
      isSpace[content[end + 2]!] === 1
    if (ends) return end + 2
  }
  return content.length
}
