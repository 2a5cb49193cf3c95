import type { BlockStyle } from '../../model/document.ts'

export function styleKey({ size, bold, italic, caps, font, color }: BlockStyle): string {
  return `${size}|${bold}|${italic}|${caps}|${font}|${color}`
}

/** Like `styleKey`, but a line in uppercase letters has the key of its surrounding text. */
export function caselessStyleKey(style: BlockStyle): string {
  return styleKey({ ...style, caps: false })
}

/** Like `styleKey`, but sizes are rounded to half points and fonts are ignored. */
export function roundedStyleKey({ size, bold, italic, caps, color }: BlockStyle): string {
  return `${Math.round(size * 2)}|${bold}|${italic}|${caps}|${color}`
}
