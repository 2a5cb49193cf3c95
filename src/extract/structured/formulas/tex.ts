/** Reads the LaTeX that web pages and Markdown use for formulas (amsmath, without own commands). */
import type { Equation, Formula } from '../../../model/formula.ts'
import { functionCommands, symbolOf } from '../../../model/latex-commands.ts'
import {
  binomial,
  isEmpty,
  pairFences,
  readCharacters,
  row,
  styled,
  withLimits,
  withScripts,
  words,
} from './formula-parts.ts'
import {
  ACCENTS,
  ALIGNED,
  BINOMIALS,
  DELIMITERS,
  FENCED_MATRICES,
  FRACTIONS,
  IGNORED,
  IGNORED_WITH_ARGUMENT,
  LIMIT_FUNCTIONS,
  PLAIN_MATRICES,
  STYLES,
  TEXTS,
} from './tex-names.ts'

const MAX_DEPTH = 40
const MAX_LENGTH = 20_000

/** Returns `null` for commands that are unknown or have no counterpart in the tree. */
export function readTex(source: string): Equation | null {
  if (source.length > MAX_LENGTH) return null
  const reader = new TexReader(source)
  try {
    const tree = reader.readRow(() => false)
    return isEmpty(tree) ? null : { tree, ...(reader.number === '' ? {} : { number: reader.number }) }
  } catch (error) {
    if (error instanceof UnreadableTex) return null
    throw error
  }
}

class UnreadableTex extends Error {}

class TexReader {
  readonly #tokens: string[]
  #at = 0
  #depth = 0
  number = ''

  constructor(source: string) {
    // Comments, and spaces between lines.
    const plain = source.replace(/(?<!\\)%[^\n]*|(?<=\\\\)\s*\[-?[\d.]+\w+\]/g, '')
    this.#tokens = plain.match(/\\(?:[a-zA-Z]+\*?|[\s\S]|$)|\d+(?:\.\d+)?|\s+|[\s\S]/gu) ?? []
  }

  readRow(isEnd: (token: string) => boolean): Formula {
    const items: Formula[] = []
    for (let token = this.#peek(); token !== undefined && !isEnd(token); token = this.#peek()) {
      if (token === '^' || token === '_' || token === "'") items.push(this.#readScripts(items.pop() ?? row([])))
      else if (token === '\\over' || token === '\\choose') {
        this.#at++
        const above = row(items.splice(0))
        const below = this.readRow((each) => each === token || isEnd(each))
        items.push(token === '\\over' ? { kind: 'fraction', above, below } : binomial(above, below))
      } else items.push(...this.#readItem())
    }
    return row(pairFences(items))
  }

  #peek(): string | undefined {
    while (/^\s/.test(this.#tokens[this.#at] ?? '')) this.#at++
    return this.#tokens[this.#at]
  }

  #next(): string {
    const token = this.#peek()
    if (token === undefined) throw new UnreadableTex()
    this.#at++
    return token
  }

  #readScripts(base: Formula): Formula {
    let low: Formula | undefined
    let high: Formula | undefined
    let primes = ''
    for (let token = this.#peek(); token === '^' || token === '_' || token === "'"; token = this.#peek()) {
      this.#at++
      if (token === "'") primes += '′'
      else if (token === '_') low = this.#readArgument()
      else high = this.#readArgument()
    }
    const marks = readCharacters(primes === '′′' ? '″' : primes)
    const raised =
      high === undefined && primes === '' ? undefined : row([...marks, ...(high === undefined ? [] : [high])])
    return base.kind === 'limits' || (base.kind === 'function' && LIMIT_FUNCTIONS.has(base.name))
      ? withLimits(base, low, raised)
      : withScripts(base, low, raised)
  }

  #readArgument(): Formula {
    const token = this.#peek()
    if (token !== undefined && /^\d./.test(token)) {
      this.#tokens[this.#at] = token.slice(1)
      return { kind: 'number', text: token[0]! }
    }
    return row(this.#readItem())
  }

  /** A group, a command with its arguments, or one character. */
  #readItem(): readonly Formula[] {
    if (++this.#depth > MAX_DEPTH) throw new UnreadableTex()
    const items = this.#readToken(this.#next())
    this.#depth--
    return items
  }

  #readToken(token: string): readonly Formula[] {
    if (token === '{') {
      const group = this.readRow((each) => each === '}')
      this.#next()
      return [group]
    }
    if (token === '}' || token === '&' || token === '\\\\') throw new UnreadableTex()
    if (token === '~') return [{ kind: 'gap' }]
    if (!token.startsWith('\\')) return /^\d/.test(token) ? [{ kind: 'number', text: token }] : readCharacters(token)
    return this.#readCommand(token.slice(1))
  }

  #readCommand(name: string): readonly Formula[] {
    if (IGNORED.has(name)) return []
    if (IGNORED_WITH_ARGUMENT.has(name)) {
      this.#readRaw()
      return []
    }
    const accent = ACCENTS[name]
    if (accent !== undefined) return [{ kind: 'accent', accent, body: this.#readArgument() }]
    const style = STYLES[name]
    if (style !== undefined) return [styled(this.#readArgument(), style)]
    if (TEXTS.has(name)) {
      const text = this.#readRaw()
      if (text.includes('$')) throw new UnreadableTex()
      const [before, after] = [/^\s/, /\s$/].map((space): Formula[] => (space.test(text) ? [{ kind: 'gap' }] : []))
      return [...before!, words(text), ...after!]
    }
    if (FRACTIONS.has(name)) return [{ kind: 'fraction', above: this.#readArgument(), below: this.#readArgument() }]
    if (BINOMIALS.has(name)) return [binomial(this.#readArgument(), this.#readArgument())]
    if (functionCommands.has(name)) return [{ kind: 'function', name }]
    switch (name.replace(/\*$/, '')) {
      case 'sqrt':
        return [this.#readRoot()]
      case 'overset':
      case 'stackrel':
      case 'underset': {
        const [mark, base] = [this.#readArgument(), this.#readArgument()]
        return [name === 'underset' ? withLimits(base, mark, undefined) : withLimits(base, undefined, mark)]
      }
      case 'left':
        return [this.#readFence()]
      case 'begin':
        return [this.#readEnvironment(this.#readRaw().replace(/\*$/, ''))]
      case 'operatorname':
        return [{ kind: 'function', name: this.#readRaw() }]
      case 'not': {
        const [sign] = this.#readItem()
        if (sign?.kind !== 'sign') throw new UnreadableTex()
        return [{ kind: 'sign', text: `${sign.text}\u0338`.normalize('NFC') }]
      }
      case 'tag':
        this.number = this.#readRaw()
        return []
      case ' ':
      case 'quad':
      case 'qquad':
        return [{ kind: 'gap' }]
      default: {
        const symbol = /^[{}%#&$_]$/.test(name) ? name : symbolOf(name)
        if (symbol === undefined) throw new UnreadableTex()
        return readCharacters(symbol)
      }
    }
  }

  #readRoot(): Formula {
    if (this.#peek() !== '[') return { kind: 'root', body: this.#readArgument() }
    this.#at++
    const index = this.readRow((each) => each === ']')
    this.#next()
    return { kind: 'root', body: this.#readArgument(), index }
  }

  #readFence(): Formula {
    const open = this.#readDelimiter()
    const body = this.readRow((each) => each === '\\right')
    this.#next()
    return { kind: 'fence', open, close: this.#readDelimiter(), body, tall: true }
  }

  #readDelimiter(): string {
    const token = this.#next()
    if (token === '.') return ''
    const name = token.slice(1)
    const sign = token.startsWith('\\') ? (/^[{}]$/.test(name) ? name : symbolOf(name)) : token
    if (sign === undefined || !DELIMITERS.has(sign)) throw new UnreadableTex()
    return sign
  }

  #readEnvironment(name: string): Formula {
    if (name === 'array' || name === 'alignat') this.#readRaw()
    const rows = this.#readRows(name)
    const fence = FENCED_MATRICES[name]
    if (fence !== undefined)
      return { kind: 'fence', open: fence[0], close: fence[1], body: { kind: 'matrix', rows }, tall: true }
    if (PLAIN_MATRICES.has(name)) return { kind: 'matrix', rows }
    if (rows.length <= 1 && (ALIGNED.has(name) || name === 'equation')) return row(rows[0] ?? [])
    if (!ALIGNED.has(name)) throw new UnreadableTex()
    return { kind: 'lines', lines: rows.map(([left = row([]), ...right]) => [left, row(right)] as const) }
  }

  /** Cells up to the end of the environment. */
  #readRows(name: string): Formula[][] {
    const rows: Formula[][] = [[]]
    for (;;) {
      rows.at(-1)!.push(this.readRow((each) => each === '&' || each === '\\\\' || each === '\\end'))
      const end = this.#next()
      if (end === '\\end') break
      if (end === '\\\\') rows.push([])
    }
    if (this.#readRaw().replace(/\*$/, '') !== name) throw new UnreadableTex()
    return rows.filter((cells) => cells.some((cell) => !isEmpty(cell)))
  }

  /** Characters of a group. */
  #readRaw(): string {
    if (this.#peek() !== '{') throw new UnreadableTex()
    let text = ''
    let open = 0
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at++]!
      if (token === '{') open++
      else if (token === '}') open--
      if (open === 0) return text.slice(1)
      text += /^\\[^a-zA-Z]/.test(token) ? token.slice(1) : token
    }
    throw new UnreadableTex()
  }
}
