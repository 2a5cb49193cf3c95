import type { Span } from '../../model/raw-page.ts'

/** The span with one more UTF-16 unit, whose left edge is at `x0`. */
export function prependCharacter(span: Span, character: string, x0: number): Span {
  return {
    ...span,
    text: `${character}${span.text}`,
    box: { ...span.box, x0 },
    ...(span.edges === undefined ? {} : { edges: Float32Array.from([x0, ...span.edges]) }),
  }
}
