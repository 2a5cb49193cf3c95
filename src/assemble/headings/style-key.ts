import type { BlockStyle } from '../../model/document.ts'

export function styleKey({ size, bold, italic, caps, font, color }: BlockStyle): string {
  return `${size}|${bold}|${italic}|${caps}|${font}|${color}`
}

/** Gives a line in uppercase letters the key of the surrounding text. */
export function caselessStyleKey(style: BlockStyle): string {
  return styleKey({ ...style, caps: false })
}

/** Ignores the font and rounds sizes to half points. */
export function roundedStyleKey({ size, bold, italic, caps, color }: BlockStyle): string {
  return `${Math.round(size * 2)}|${bold}|${italic}|${caps}|${color}`
}
