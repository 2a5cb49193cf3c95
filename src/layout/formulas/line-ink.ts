/** Ink and size of lines with mathematics. */
import { cached } from '../../model/cached.ts'
import { type Box, unionAll } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { glyphsOf } from './glyphs.ts'
import { mainSpan } from './math-score.ts'
import type { Glyph } from './types.ts'

export function sizeOf(line: Line): number {
  return mainSpan(line)?.size ?? line.size
}

const glyphsByLine = new WeakMap<Line, readonly Glyph[]>()
const inkByLine = new WeakMap<Line, Box>()

export function glyphsIn(line: Line): readonly Glyph[] {
  return cached(glyphsByLine, line, () => glyphsOf(line.spans))
}

export function inkOf(line: Line): Box {
  return cached(inkByLine, line, () => {
    const glyphs = glyphsIn(line)
    return glyphs.length === 0 ? inkBox(line) : unionAll(glyphs)
  })
}
