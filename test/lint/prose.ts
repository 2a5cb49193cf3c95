/** Extracts prose from source files: comments, messages, test titles and names from TypeScript, text from Markdown. */

export interface ProseLine {
  /** 1-based. */
  readonly line: number
  /** Code in backticks and quoted words are blanked out. */
  readonly text: string
  readonly kind: 'comment' | 'string' | 'title' | 'name' | 'markdown'
}

/** In the order in which alternatives must be tried. A regular expression can only follow an operator or a keyword. */
const token =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|(?<string>'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*")|(?<template>`)|(?<regex>(?<=(?:[(,=:[!&|?{};+\-*%<>~^]|=>|\b(?:return|typeof|case|in|of))\s*)\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*)|(?<brace>[{}])/g

/** Text before the title of a test. */
const beforeTitle = /(?:\b(?:test|describe|it)(?:\.(?:skip|only|concurrent|skipIf|runIf)(?:\([^()]*\))?)*\(|\)\()\s*$/

export function proseOfTypeScript(source: string): ProseLine[] {
  const lines: ProseLine[] = []
  /** Depth of braces at which each open template literal resumes. */
  const templates: number[] = []
  let depth = 0
  const add = (kind: ProseLine['kind'], start: number, text: string): void => {
    const firstLine = source.slice(0, start).split('\n').length
    for (const [index, part] of text.split('\n').entries())
      lines.push({ line: firstLine + index, text: withoutCode(part), kind })
  }
  const addString = (start: number, text: string): void => {
    const isTitle = beforeTitle.test(source.slice(Math.max(0, start - 80), start).replace(/['"`]$/, ''))
    // Single words are keys and names; statements of SQL contain stored names.
    if (
      /\s/.test(text) &&
      /[a-z]/i.test(text) &&
      !/\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|FROM|WHERE|SET|AND)\b/.test(text)
    )
      add(isTitle ? 'title' : 'string', start, text)
  }
  /** Reads template text up to the next `${` or the end; returns the position after it. */
  const readTemplate = (start: number): number => {
    let end = start
    while (end < source.length && source[end] !== '`' && !source.startsWith('${', end))
      end += source[end] === '\\' ? 2 : 1
    addString(start, source.slice(start, end))
    if (source[end] === '`') return end + 1
    templates.push(depth++)
    return end + 2
  }
  token.lastIndex = 0
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    const { comment, string, template, brace } = match.groups ?? {}
    if (comment !== undefined) add('comment', match.index, comment)
    else if (string !== undefined) addString(match.index + 1, string.slice(1, -1))
    else if (template !== undefined) token.lastIndex = readTemplate(match.index + 1)
    else if (brace === '{') depth++
    else if (brace === '}') {
      depth--
      if (templates.at(-1) === depth) {
        templates.pop()
        token.lastIndex = readTemplate(match.index + 1)
      }
    }
  }
  return lines
}

/** Names that a declaration introduces; in `kind` "name" they are split into their words. */
const declaration =
  /\b(?:const|let|class|interface|type|function\*?|readonly|get)\s+(?<name>[A-Za-z_]\w*)|(?<=[({,]\s*)(?<field>[a-z]\w*)\??: (?=[A-Za-z{(])/g

export function namesOfTypeScript(source: string): ProseLine[] {
  const code = source.replace(token, (match, ...groups) => {
    const { comment, string, regex } = groups.at(-1) as Record<string, string | undefined>
    return (comment ?? string ?? regex) ? match.replace(/[^\n]/g, ' ') : match
  })
  return [...code.matchAll(declaration)].map((match) => ({
    line: code.slice(0, match.index).split('\n').length,
    text: (match.groups?.name ?? match.groups?.field ?? '').replace(/_|(?<=[a-z0-9])(?=[A-Z])/g, ' '),
    kind: 'name',
  }))
}

export function proseOfMarkdown(source: string): ProseLine[] {
  const lines: ProseLine[] = []
  let inCode = false
  for (const [index, text] of source.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(text)) inCode = !inCode
    else if (!inCode) lines.push({ line: index + 1, text: withoutCode(text), kind: 'markdown' })
  }
  return lines
}

/** Replaces code, quotations and link targets by spaces. */
function withoutCode(text: string): string {
  return text.replace(/`[^`]*`|"[^"]*"|“[^”]*”|‘[^’]*’|\]\([^)]*\)|https?:\S+/g, (code) => ' '.repeat(code.length))
}
