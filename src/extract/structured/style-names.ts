/** Roles of paragraphs by the built-in style names of Word and LibreOffice, in lower case. */
export function isCodeStyle(name: string): boolean {
  return /^(?:html preformatted|preformatted text|source code|code)$/.test(name)
}

export function roleOfStyle(name: string): 'caption' | 'contents' | 'code' | null {
  if (/^(?:(?:table |image |figure )?caption)$/.test(name)) return 'caption'
  if (/^toc \d$/.test(name) || name === 'table of figures') return 'contents'
  return isCodeStyle(name) ? 'code' : null
}

/** 1–9, 0 for the title, `null` for other styles. */
export function headingLevelOfStyle(name: string): number | null {
  const heading = /^heading ([1-9])$/.exec(name)
  return heading === null ? (name === 'title' ? 0 : null) : Number(heading[1])
}

const MAX_CHAIN = 20

/** A style and those that it is based on; files may contain cycles. */
export function styleChain<style>(
  first: style | null | undefined,
  baseOf: (style: style) => style | null | undefined,
): style[] {
  const chain: style[] = []
  for (let next = first; next != null && chain.length < MAX_CHAIN && !chain.includes(next); next = baseOf(next))
    chain.push(next)
  return chain
}

export function firstOf<item, value>(items: readonly item[], read: (item: item) => value | null): value | null {
  for (const item of items) {
    const value = read(item)
    if (value !== null) return value
  }
  return null
}
