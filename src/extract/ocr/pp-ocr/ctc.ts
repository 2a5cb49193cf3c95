/**
 * Connectionist temporal classification (Graves et al., 2006): repeated classes are one character; class 0 separates.
 */
import type { Tensor } from '../../../engines/onnx.ts'

interface CtcCharacter {
  readonly text: string
  readonly from: number
  readonly to: number
  /** Highest probability of its steps, 0–1. */
  readonly confidence: number
}

const BLANK = 0

/** The tensor has the shape [1, steps, classes]; class `i` is `alphabet[i - 1]`. */
export function decodeCtc({ values, shape }: Tensor, alphabet: readonly string[]): CtcCharacter[] {
  const [, steps = 0, classes = 0] = shape
  const characters: CtcCharacter[] = []
  let before = BLANK
  for (let step = 0; step < steps; step++) {
    const start = step * classes
    let best = BLANK
    let confidence = values[start]!
    for (let i = 1; i < classes; i++) {
      const value = values[start + i]!
      if (value > confidence) {
        best = i
        confidence = value
      }
    }
    if (best !== BLANK && best === before) {
      const last = characters.pop()!
      characters.push({ ...last, to: step, confidence: Math.max(last.confidence, confidence) })
    } else if (best !== BLANK) characters.push({ text: alphabet[best - 1] ?? '', from: step, to: step, confidence })
    before = best
  }
  return characters
}
