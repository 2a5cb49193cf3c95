/**
 * Makes documents with known formulas: reStructuredText sources (documentation of scientific programs) are typeset by
 * TeX in several classes and fonts, and every formula of the source is stored.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { normalLatex } from './normal-latex.ts'

/** A formula of the source. `number` is its printed number. */
export interface SourceFormula {
  readonly kind: 'inline' | 'display'
  readonly latex: string
  readonly number?: number
}

/** Minimum formulas of a document. */
const MIN_FORMULAS = 12
/** Maximum formulas of a document; longer ones would dominate the mean. */
const MAX_FORMULAS = 160

/** Class and fonts. */
const designs = [
  '\\documentclass{article}',
  '\\documentclass[11pt]{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern}',
  '\\documentclass{amsart}',
  '\\documentclass[twocolumn]{article}\\usepackage{mathptmx}',
  '\\documentclass[12pt]{report}',
  '\\documentclass{article}\\usepackage{mathpazo}',
  '\\documentclass{scrartcl}\\usepackage[T1]{fontenc}\\usepackage{lmodern}',
  '\\documentclass[twocolumn]{article}',
  '\\documentclass[11pt]{book}\\usepackage{eulervm}',
]

/** Writes `<id>.pdf` and `<id>.json` for each source below `folder` with enough formulas. Needs pdflatex. */
export function makeFormulaDocuments(folder: string, out: string): void {
  mkdirSync(out, { recursive: true })
  for (const path of listSources(folder)) {
    const id = `${basename(dirname(path))}-${basename(path, extname(path))}`
    const digest = createHash('sha256').update(id).digest()
    const { body, formulas } = readSource(readFileSync(path, 'utf8'), (digest[1] ?? 0) % 2 === 0)
    if (formulas.length < MIN_FORMULAS || existsSync(join(out, `${id}.pdf`))) continue
    const design = designs[(digest[2] ?? 0) % designs.length]
    const tex = `${design}\n\\usepackage{amsmath,amssymb,bm}\n\\begin{document}\n${body}\n\\end{document}\n`
    writeFileSync(join(out, `${id}.tex`), tex)
    spawnSync('pdflatex', ['-interaction=batchmode', `${id}.tex`], { cwd: out, timeout: 60_000 })
    for (const ending of ['.aux', '.log', '.out']) rmSync(join(out, id + ending), { force: true })
    if (existsSync(join(out, `${id}.pdf`))) writeFileSync(join(out, `${id}.json`), JSON.stringify(formulas, null, 1))
  }
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rst'))
    .sort()
    .map((name) => join(folder, name))
}

/** Prose, headings and formulas of a reStructuredText file; code, tables and other directives are left out. */
function readSource(text: string, isNumbered: boolean): { body: string; formulas: SourceFormula[] } {
  const formulas: SourceFormula[] = []
  const paragraphs: string[] = []
  for (const block of splitBlocks(text)) {
    if (formulas.length >= MAX_FORMULAS) break
    if (block.math !== undefined) paragraphs.push(...readDisplay(block.math, { isNumbered, formulas }))
    else if (block.heading !== undefined) paragraphs.push(`\\section*{${escapeTex(block.heading)}}`)
    else paragraphs.push(readProse(block.text ?? '', formulas))
  }
  return { body: paragraphs.filter((paragraph) => paragraph.trim() !== '').join('\n\n'), formulas }
}

interface SourceBlock {
  readonly text?: string
  readonly heading?: string
  readonly math?: string
}

function splitBlocks(text: string): SourceBlock[] {
  const lines = text.replace(/\t/g, '    ').split('\n')
  const blocks: SourceBlock[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const indent = line.search(/\S/)
    const directive = /^\s*\.\.(?:\s+(\S+)::)?(.*)$/.exec(line)
    const end = endOfIndented(lines, at, indent)
    if (directive !== null) {
      const rest = directive[2]?.trim() ?? ''
      if (directive[1] === 'math') blocks.push({ math: [rest, ...lines.slice(at + 1, end)].join('\n') })
      // The content of admonitions and definitions is prose.
      else if (/^(?:note|warning|class|function|member|admonition)$/.test(directive[1] ?? '')) continue
      at = end - 1
      continue
    }
    const next = lines[at + 1] ?? ''
    if (/^([=\-~^"'*#`+])\1{2,}\s*$/.test(next) && indent === 0) {
      blocks.push({ heading: line.trim() })
      at++
      continue
    }
    let stop = at + 1
    while (stop < lines.length && (lines[stop] ?? '').trim() !== '' && !/^\s*\.\. /.test(lines[stop] ?? '')) stop++
    const paragraph = lines.slice(at, stop).join('\n')
    blocks.push({ text: paragraph })
    at = stop - 1
    if (/::\s*$/.test(paragraph)) at = endOfIndented(lines, stop, indent) - 1
  }
  return blocks
}

/** The first line after `at` that is not indented more than `indent`. */
function endOfIndented(lines: readonly string[], at: number, indent: number): number {
  let end = at + 1
  while (end < lines.length && ((lines[end] ?? '').trim() === '' || (lines[end] ?? '').search(/\S/) > indent)) end++
  return end
}

function readDisplay(math: string, target: { isNumbered: boolean; formulas: SourceFormula[] }): string[] {
  const content = math
    .replace(/:label:.*\n?/g, '')
    .replace(/:nowrap:/g, '')
    .trim()
  return content
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\\label\{[^}]*\}/g, '').trim())
    .filter((part) => part !== '')
    .map((part) => {
      const isAligned = /\\\\|&/.test(part) && !/\\begin\{/.test(part)
      const latex = (isAligned ? `\\begin{aligned}${part}\\end{aligned}` : part).replace(
        /\\(begin|end)\{(?:align|eqnarray|gather|split|equation)\*?\}/g,
        '\\$1{aligned}',
      )
      if (normalLatex(latex) === null) return ''
      const number = target.formulas.filter((other) => other.number !== undefined).length + 1
      target.formulas.push({ kind: 'display', latex, ...(target.isNumbered && { number }) })
      return target.isNumbered ? `\\begin{equation}\\tag{${number}}\n${latex}\n\\end{equation}` : `\\[\n${latex}\n\\]`
    })
}

/** Roles give their text, literals a monospaced word. Lines of tables and fields are left out. */
function readProse(text: string, formulas: SourceFormula[]): string {
  if (/^\s*(?:[-=+|]{3,}|:\w+:)/m.test(text) && !/:math:/.test(text)) return ''
  const pieces = text.replace(/\s+/g, ' ').split(/(:math:`[^`]*`|``[^`]*``|:[\w:]+:`[^`]*`|`[^`]*`_*)/)
  return pieces
    .map((piece) => {
      const [, math] = /^:math:`([^`]*)`$/.exec(piece) ?? []
      if (math !== undefined) {
        if (math.trim() === '' || normalLatex(math) === null) return ''
        formulas.push({ kind: 'inline', latex: math.trim() })
        return `$${math.trim()}$`
      }
      const [, code] = /^``(.*)``$/.exec(piece) ?? []
      if (code !== undefined) return `\\texttt{${escapeTex(code)}}`
      return escapeTex(piece.replace(/^:[\w:]+:/, '').replace(/[`*|]|<[^>]*>|__?$/g, ''))
    })
    .join('')
}

function escapeTex(text: string): string {
  return text
    .replace(/\\/g, '')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[#$%&_{}]/g, '\\$&')
    .replace(/[\^~]/g, '\\$&{}')
}
