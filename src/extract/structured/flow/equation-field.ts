/** Text of the field EQ (ECMA-376 part 1, 17.16.5.22), which has no stored result. */

const MAX_DEPTH = 20
/** Options whose value is an escaped bracket. */
const BRACKET_OPTIONS: Readonly<Record<string, readonly ('left' | 'right')[]>> = {
  lc: ['left'],
  rc: ['right'],
  bc: ['left', 'right'],
}
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** Switch before a list of arguments, with its options. */
interface Switch {
  readonly name: string
  readonly left: string
  readonly right: string
  readonly sign: string
  readonly isAligned: boolean
}

export function equationText(instruction: string): string {
  const body = /^\s*EQ\s([\s\S]*)$/i.exec(instruction)?.[1] ?? ''
  return new EquationReader(body.replace(/\\\*\s*(?:"[^"]*"|\S+)/g, '')).read(0).trim()
}

class EquationReader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Up to a separator or the end of the list of arguments. */
  read(depth: number): string {
    let text = ''
    let open: Switch | null = null
    while (this.#at < this.#source.length) {
      const char = this.#source[this.#at]!
      if (char === '\\') {
        const [, name, escaped] = /^\\(?:([a-z]+)-?\d*\s*|([\s\S]?))/i.exec(
          this.#source.slice(this.#at, this.#at + 32),
        )!
        this.#at += 1 + (name?.length ?? escaped!.length)
        if (name === undefined) text += escaped
        else open = this.#openSwitch(name.toLowerCase(), open)
      } else if (char === '(' && open !== null && depth < MAX_DEPTH) {
        text += combine(open, this.#readArguments(depth))
        open = null
      } else if (depth > 0 && (char === ',' || char === ';' || char === ')')) break
      else {
        this.#at++
        if (open === null) text += char
      }
    }
    return text
  }

  #openSwitch(name: string, open: Switch | null): Switch {
    if (open === null || name.length === 1) return { name, left: '', right: '', sign: '∫', isAligned: false }
    if (name === 'su') return { ...open, sign: '∑' }
    if (name === 'pr') return { ...open, sign: '∏' }
    if (/^a[cdlr]$/.test(name)) return { ...open, isAligned: true }
    const sides = BRACKET_OPTIONS[name]
    const bracket = sides === undefined ? undefined : /^\s*\\([\s\S])/.exec(this.#source.slice(this.#at, this.#at + 8))
    if (bracket == null) return open
    this.#at += bracket[0].length
    const [left] = sides!
    const sign = bracket[1]!
    return sides!.length === 1 ? { ...open, [left!]: sign } : { ...open, left: sign, right: CLOSING[sign] ?? sign }
  }

  #readArguments(depth: number): string[] {
    const args: string[] = []
    do {
      this.#at++
      args.push(this.read(depth + 1).trim())
    } while (this.#at < this.#source.length && this.#source[this.#at] !== ')')
    this.#at++
    return args
  }
}

function combine({ name, left, right, sign, isAligned }: Switch, args: readonly string[]): string {
  const [first = '', second = '', third = ''] = args
  switch (name) {
    case 'f':
      return `${grouped(first)}/${grouped(second)}`
    case 'r':
      return args.length > 1 ? `${first}√${grouped(second)}` : `√${grouped(first)}`
    case 'o': {
      // Readings are above the last text, circles around it; accents are no words; other texts are combined.
      const words = args.filter((each) => /[\p{L}\p{N}]/u.test(each))
      return isAligned ? (words.at(-1) ?? first) : words.join('') || first
    }
    case 'b':
      return left + right === '' ? `(${args.join(', ')})` : `${left}${args.join(', ')}${right}`
    case 'i':
      return `${sign}${first === '' ? '' : `_${grouped(first)}`}${second === '' ? '' : `^${grouped(second)}`} ${third}`
    case 'd':
      return ''
    default:
      return args.join(name === 'a' || name === 'l' ? ', ' : '')
  }
}

function grouped(text: string): string {
  return /^(?:[\p{L}\p{N}.]*|\(.*\))$/u.test(text) ? text : `(${text})`
}
