import { cached } from '../../../model/cached.ts'
import { isSymbolFont } from '../../../model/symbol-fonts.ts'

/**
 * `TextDecoder` labels of the character sets of fonts (RTF 1.9.1, "Font Table"); 0 and 1 are the document's code page.
 */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}
const SYMBOL_CHARSET = 2

export interface RtfFont {
  name: string
  charset: number
}

export function hasSymbols({ name, charset }: RtfFont): boolean {
  return charset === SYMBOL_CHARSET || isSymbolFont(name)
}

const decoders = new Map<string, InstanceType<typeof TextDecoder>>()

export function decodeRtfBytes(bytes: Uint8Array, font: RtfFont | undefined, codePage: string): string {
  const label = CHARSETS[font?.charset ?? 0] ?? codePage
  return cached(decoders, label, () => new TextDecoder(label)).decode(bytes)
}
