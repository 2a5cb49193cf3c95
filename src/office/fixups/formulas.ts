/**
 * Formulas of a Word document → marks that a converter prints as text, and back: what it makes of formulas themselves is a drawing
 * without words. A mark that is all of its paragraph becomes an equation; others become the formula's signs in one line.
 */

import { linearFormula } from '../../extract/structured/formulas/linear-text.ts'
import { readOmml } from '../../extract/structured/formulas/omml.ts'
import type { Block } from '../../model/document.ts'
import type { Formula } from '../../model/formula.ts'
import { elements } from '../../xml/tree.ts'
import { parseXml } from '../../xml/xml.ts'
import { replaceXmlElements } from '../replace-xml-elements.ts'

const mathNamespaces = [
  'http://schemas.openxmlformats.org/officeDocument/2006/math',
  'http://purl.oclc.org/ooxml/officeDocument/math',
]
const wordNamespaces = [
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]
/** More are a table of constants; the marks cost nothing, but each formula is read. */
const maxFormulas = 5000

/** Signs that every font has, without a place to break the line at, and that no text has. */
function markOf(index: number): string {
  return `[~f${index}~]`
}
const anyMark = /\[~f(\d{1,4})~\]/g
const onlyMark = /^\s*\[~f(\d{1,4})~\]\s*$/

/** `null` when there are none, or none that can be read. */
export function insertFormulaPlaceholders(
  xml: string,
): { readonly xml: string; readonly formulas: readonly Formula[] } | null {
  const math = prefixOf(xml, mathNamespaces)
  const word = prefixOf(xml, wordNamespaces)
  const root = /<[\w.-]*:?document(\s(?:[^>"']|"[^"]*"|'[^']*')*)>/.exec(xml)?.[1]
  if (math === null || word === null || root === undefined) return null
  const formulas: Formula[] = []
  const marked = replaceXmlElements(xml, [`${math}oMathPara`, `${math}oMath`], (piece) => {
    const trees = formulas.length >= maxFormulas ? [] : readTrees(piece, root)
    if (trees.length === 0) return piece
    const text = trees.map((tree) => markOf(formulas.push(tree) - 1)).join(' ')
    return `<${word}r><${word}t>${text}</${word}t></${word}r>`
  })
  return formulas.length === 0 ? null : { xml: marked, formulas }
}

function readTrees(piece: string, declarations: string): Formula[] {
  try {
    const [top] = elements(parseXml(new TextEncoder().encode(`<root${declarations}>${piece}</root>`), 'a formula'))
    const all = top?.name === 'm:oMathPara' ? elements(top, 'm:oMath') : [top]
    return all.flatMap((math) => readOmml(math) ?? [])
  } catch {
    // The converter shows it in its own way.
    return []
  }
}

/** With its colon; `null` when the namespace is not declared. */
function prefixOf(xml: string, namespaces: readonly string[]): string | null {
  for (const namespace of namespaces) {
    const prefix = new RegExp(`xmlns:([\\w.-]+)\\s*=\\s*["']${namespace.replaceAll('.', '\\.')}["']`).exec(xml)?.[1]
    if (prefix !== undefined) return `${prefix}:`
  }
  return null
}

/** Formulas in place of their marks. */
export function restoreFormulas(block: Block, formulas: readonly Formula[]): Block {
  const spoken = (text: string): string =>
    text.replace(anyMark, (mark, index) =>
      formulas[Number(index)] === undefined ? mark : linearFormula(formulas[Number(index)]!),
    )
  if (block.kind === 'table')
    return { ...block, cells: block.cells.map((cell) => ({ ...cell, text: spoken(cell.text) })) }
  if (block.kind === 'figure') return { ...block, text: spoken(block.text) }
  const tree = block.kind === 'text' ? formulas[Number(onlyMark.exec(block.text)?.[1] ?? -1)] : undefined
  if (block.kind === 'text' && tree !== undefined) {
    const { box, confidence, source, style } = block
    return {
      kind: 'text',
      type: 'equation',
      box,
      confidence,
      source,
      style,
      text: linearFormula(tree),
      plain: true,
      formula: { tree },
    }
  }
  if (block.kind === 'text' && block.items !== undefined)
    return {
      ...block,
      text: spoken(block.text),
      items: block.items.map((item) => ({ ...item, text: spoken(item.text) })),
    }
  return { ...block, text: spoken(block.text) }
}
