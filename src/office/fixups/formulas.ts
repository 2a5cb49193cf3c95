/** Replaces formulas in Word documents by placeholders, because converters draw formulas without text. */
import { linearFormula } from '../../extract/structured/formulas/linear-text.ts'
import { readOmml } from '../../extract/structured/formulas/omml.ts'
import type { Block } from '../../model/document.ts'
import type { Formula } from '../../model/formula.ts'
import { namespacePrefix, replaceXmlElements, wordNamespaces } from '../../xml/text-edits.ts'
import { elements } from '../../xml/tree.ts'
import { parseXml } from '../../xml/xml.ts'
import { mapBlockText } from './map-block-text.ts'
import type { Fixup } from './types.ts'

const documentParts = /^word\/document\d*\.xml$/i

export const formulas: Fixup = {
  before(file) {
    if (!file.options.formulaPlaceholders) return
    file.editParts(documentParts, (xml) => {
      const replaced = insertFormulaPlaceholders(xml)
      if (replaced === null) return null
      file.recovered = { ...file.recovered, formulas: replaced.formulas }
      return replaced.xml
    })
  },
  after(page, recovered) {
    if (recovered.formulas.length === 0) return page
    return { ...page, blocks: page.blocks.map((block) => restoreFormulas(block, recovered.formulas)) }
  },
}

const mathNamespaces = [
  'http://schemas.openxmlformats.org/officeDocument/2006/math',
  'http://purl.oclc.org/ooxml/officeDocument/math',
]
/** Maximum parsed formulas, for speed. */
const MAX_FORMULAS = 5000

/** Characters of every font that allow no line break and do not occur in text. */
function placeholder(index: number): string {
  return `[~f${index}~]`
}
const anyPlaceholder = /\[~f(\d{1,4})~\]/g
const onlyPlaceholder = /^\s*\[~f(\d{1,4})~\]\s*$/

export function insertFormulaPlaceholders(
  xml: string,
): { readonly xml: string; readonly formulas: readonly Formula[] } | null {
  const math = namespacePrefix(xml, mathNamespaces)
  const word = namespacePrefix(xml, wordNamespaces)
  const declarations = /<[\w.-]*:?document(\s(?:[^>"']|"[^"]*"|'[^']*')*)>/.exec(xml)?.[1]
  // A default namespace is declared on each element and would need a parser.
  if (!math || !word || declarations === undefined) return null
  const found: Formula[] = []
  const replaced = replaceXmlElements(xml, [`${math}oMathPara`, `${math}oMath`], (element) => {
    const trees = found.length >= MAX_FORMULAS ? [] : readFormulas(element, declarations)
    if (trees.length === 0) return element
    const text = trees.map((tree) => placeholder(found.push(tree) - 1)).join(' ')
    return `<${word}r><${word}t>${text}</${word}t></${word}r>`
  })
  return found.length === 0 ? null : { xml: replaced, formulas: found }
}

function readFormulas(xml: string, declarations: string): Formula[] {
  try {
    const [top] = elements(parseXml(new TextEncoder().encode(`<root${declarations}>${xml}</root>`), 'a formula'))
    const all = top?.name === 'm:oMathPara' ? elements(top, 'm:oMath') : [top]
    return all.flatMap((math) => readOmml(math) ?? [])
  } catch {
    return []
  }
}

/** A paragraph of one placeholder becomes an equation. */
export function restoreFormulas(block: Block, formulas: readonly Formula[]): Block {
  const tree = block.kind === 'text' ? formulas[Number(onlyPlaceholder.exec(block.text)?.[1] ?? -1)] : undefined
  if (block.kind === 'text' && tree !== undefined) {
    const { box, confidence, source, style } = block
    const text = linearFormula(tree)
    return { kind: 'text', type: 'equation', box, confidence, source, style, text, plain: true, formula: { tree } }
  }
  return mapBlockText(block, (text) =>
    text.replace(anyPlaceholder, (found, index) => {
      const formula = formulas[Number(index)]
      return formula === undefined ? found : linearFormula(formula)
    }),
  )
}
