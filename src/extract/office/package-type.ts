/**
 * What an Office Open XML package says that it is: the content type of its main part (ECMA-376, part 2, 10.1.2.3), told from the
 * beginning or the end of the file. Templates and add-ins are of the type of the documents that they are made for.
 */
import { Inflate } from 'fflate'

/** Main parts end so, embedded files of the same kind do not. */
const typesByContent: readonly (readonly [RegExp, string])[] = [
  [/wordprocessingml\.(?:document|template)\.main/i, '.docx'],
  [/ms-word\.(?:document|template)\.macroEnabled\w*\.main/i, '.docm'],
  [/presentationml\.(?:presentation|template)\.main/i, '.pptx'],
  [/presentationml\.slideshow\.main/i, '.ppsx'],
  [/ms-powerpoint\.(?:presentation|template|slideshow|addin)\.macroEnabled\w*\.main/i, '.pptm'],
  [/spreadsheetml\.(?:sheet|template)\.main/i, '.xlsx'],
  [/ms-excel\.(?:sheet|template|addin)\.macroEnabled\w*\.main/i, '.xlsm'],
  [/ms-excel\.sheet\.binary\.macroEnabled\.main/i, '.xlsb'],
]

const partName = '[Content_Types].xml'
const localHeaderBytes = 30
const storedMethod = 0
const deflatedMethod = 8
/** Packages of a thousand parts list them in some 150 KB, their main part among the first. */
const maxUnpackedBytes = 1 << 20
/** Given to the decoder at once: what is made to grow a thousandfold has grown to a few megabytes at most. */
const stepBytes = 2048

/** The canonical type; `null` where the part with the types is not in the sample, or says nothing known. */
export function packageType({ head, tail }: { readonly head: Uint8Array; readonly tail: Uint8Array }): string | null {
  for (const sample of [head, tail]) {
    const listed = contentTypes(sample)
    const type = listed === null ? undefined : typesByContent.find(([pattern]) => pattern.test(listed))
    if (type !== undefined) return type[1]
  }
  return null
}

/** As much of the part as the sample holds. */
function contentTypes(sample: Uint8Array): string | null {
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength)
  const name = new TextEncoder().encode(partName)
  for (let at = sample.indexOf(name[0]!, localHeaderBytes); at >= 0; at = sample.indexOf(name[0]!, at + 1)) {
    const header = at - localHeaderBytes
    // The name stands in the directory too, which leads nowhere from a sample.
    if (view.getUint32(header, true) !== 0x04034b50 || !name.every((byte, index) => sample[at + index] === byte))
      continue
    const method = view.getUint16(header + 8, true)
    const packed = sample.subarray(at + view.getUint16(header + 26, true) + view.getUint16(header + 28, true))
    if (method === storedMethod)
      return new TextDecoder().decode(packed.subarray(0, view.getUint32(header + 18, true) || packed.length))
    if (method === deflatedMethod) return inflateBeginning(packed)
  }
  return null
}

/** Goes on to the end of the part, of the sample, or of what is worth reading; the rest of the sample is other parts. */
function inflateBeginning(packed: Uint8Array): string {
  const decoder = new TextDecoder()
  let text = ''
  const inflate = new Inflate((chunk) => {
    text += decoder.decode(chunk, { stream: true })
  })
  try {
    for (
      let at = 0;
      at < packed.length && text.length < maxUnpackedBytes && !text.includes('</Types>');
      at += stepBytes
    )
      inflate.push(packed.subarray(at, at + stepBytes))
  } catch {
    // What came before the damage tells the type as well as the whole.
  }
  return text
}
