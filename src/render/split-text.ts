/** Splits at sentences, else words, else characters. The parts joined are the text. */
import type { CountTokens } from './types.ts'

interface SplitOptions {
  readonly max: number
  readonly count: CountTokens
  readonly lines?: boolean
}

const atLines = /(?<=\n)/
const atSentences = /(?<=[.!?…]["'”’)\]]*)(?=\s)|(?<=[。！？；])/
const words = /\s*(?:\[[^\]\n]{0,200}\]\([^()\s]{0,2048}\)|\S+)|\s+$/g
/** Number of characters that never have more tokens than the smallest limit. */
const CHARACTERS = 4

export function splitText(text: string, { max, count, lines = false }: SplitOptions): string[] {
  const levels: ((text: string) => string[])[] = [
    ...(lines ? [(part: string) => part.split(atLines)] : []),
    (part) => part.split(atSentences),
    (part) => part.match(words) ?? [part],
    (part) => part.match(new RegExp(`.{1,${CHARACTERS}}`, 'gsu')) ?? [part],
  ]
  return split(text, levels)

  function split(passage: string, [level, ...finer]: typeof levels): string[] {
    if (level === undefined || count(passage) <= max) return [passage]
    const parts = level(passage)
    return parts.length === 1 ? split(passage, finer) : pack(parts, { max, count, split: (part) => split(part, finer) })
  }
}

interface PackOptions extends SplitOptions {
  split(part: string): string[]
}

function pack(parts: readonly string[], { max, count, split }: PackOptions): string[] {
  const packed: string[] = []
  let current = ''
  let tokens = 0
  for (const part of parts) {
    const size = count(part)
    if (tokens + size <= max) {
      current += part
      tokens += size
      continue
    }
    if (current !== '') packed.push(current)
    const smaller = size <= max ? [part] : split(part)
    packed.push(...smaller.slice(0, -1))
    current = smaller.at(-1) ?? ''
    tokens = count(current)
  }
  return current === '' ? packed : [...packed, current]
}

/** At most `max` tokens; "" if the last sentence is larger. */
export function lastSentences(text: string, { max, count }: SplitOptions): string {
  const sentences = text.split(atSentences)
  let from = sentences.length
  let tokens = 0
  while (from > 0) {
    tokens += count(sentences[from - 1] ?? '')
    if (tokens > max) break
    from--
  }
  return sentences.slice(from).join('').trim()
}
