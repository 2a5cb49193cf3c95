/** Content type of the main part (ECMA-376, part 2, 10.1.2.3). Templates and add-ins count as their documents. */
import { Inflate } from 'fflate'
import { hasBytesAt, viewOf } from '../../model/bytes.ts'
import { DEFLATED, LOCAL_HEADER_BYTES, LOCAL_SIGNATURE, STORED } from '../../zip/directory.ts'

const TYPES_BY_CONTENT: readonly (readonly [RegExp, string])[] = [
  [/wordprocessingml\.(?:document|template)\.main/i, '.docx'],
  [/ms-word\.(?:document|template)\.macroEnabled\w*\.main/i, '.docm'],
  [/presentationml\.(?:presentation|template)\.main/i, '.pptx'],
  [/presentationml\.slideshow\.main/i, '.ppsx'],
  [/ms-powerpoint\.(?:presentation|template|slideshow|addin)\.macroEnabled\w*\.main/i, '.pptm'],
  [/spreadsheetml\.(?:sheet|template)\.main/i, '.xlsx'],
  [/ms-excel\.(?:sheet|template|addin)\.macroEnabled\w*\.main/i, '.xlsm'],
  [/ms-excel\.sheet\.binary\.macroEnabled\.main/i, '.xlsb'],
  [/^application\/vnd\.oasis\.opendocument\.text/, '.odt'],
  [/^application\/vnd\.oasis\.opendocument\.presentation/, '.odp'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet/, '.ods'],
]

/** A package of OpenDocument that was zipped again may have its type compressed. */
const PART_NAMES = ['[Content_Types].xml', 'mimetype']
const MAX_UNPACKED_BYTES = 1 << 20
/** Input per decompression step, which bounds the output. */
const STEP_BYTES = 2048

/** Returns `null` if the sample lacks the list, or the type is unknown. */
export function packageType(file: { readonly head: Uint8Array; readonly tail: Uint8Array }): string | null {
  for (const part of PART_NAMES)
    for (const sample of [file.head, file.tail]) {
      const listed = readPart(sample, part)
      const type = listed === null ? undefined : TYPES_BY_CONTENT.find(([pattern]) => pattern.test(listed))
      if (type !== undefined) return type[1]
    }
  return null
}

function readPart(sample: Uint8Array, part: string): string | null {
  const view = viewOf(sample)
  const name = new TextEncoder().encode(part)
  for (let at = sample.indexOf(name[0]!, LOCAL_HEADER_BYTES); at >= 0; at = sample.indexOf(name[0]!, at + 1)) {
    const header = at - LOCAL_HEADER_BYTES
    if (view.getUint32(header, true) !== LOCAL_SIGNATURE || !hasBytesAt(sample, at, name)) continue
    const method = view.getUint16(header + 8, true)
    const packed = sample.subarray(at + view.getUint16(header + 26, true) + view.getUint16(header + 28, true))
    if (method === STORED)
      return new TextDecoder().decode(packed.subarray(0, view.getUint32(header + 18, true) || packed.length))
    if (method === DEFLATED) return inflateBeginning(packed)
  }
  return null
}

function inflateBeginning(packed: Uint8Array): string {
  const decoder = new TextDecoder()
  let text = ''
  const inflate = new Inflate((chunk) => {
    text += decoder.decode(chunk, { stream: true })
  })
  try {
    for (
      let at = 0;
      at < packed.length && text.length < MAX_UNPACKED_BYTES && !text.includes('</Types>');
      at += STEP_BYTES
    )
      inflate.push(packed.subarray(at, at + STEP_BYTES))
  } catch {
    // The text before the damage may contain the type.
  }
  return text
}
