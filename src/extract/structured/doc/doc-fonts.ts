import { type DocFile, PAIR } from './doc-file.ts'

const NAME_OFFSET = 39

/** Names by index ([MS-DOC] 2.9.286, 2.9.89). */
export function readFontNames(file: DocFile): string[] {
  const view = file.structure(PAIR.fonts)
  const names: string[] = []
  for (let at = 4; at < view.byteLength; at += 1 + view.getUint8(at)) {
    const end = Math.min(at + 1 + view.getUint8(at), view.byteLength)
    let name = ''
    for (let from = at + 1 + NAME_OFFSET; from + 2 <= end && view.getUint16(from, true) !== 0; from += 2)
      name += String.fromCharCode(view.getUint16(from, true))
    names.push(name)
  }
  return names
}
