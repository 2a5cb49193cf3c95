/**
 * `npm run score:formulas`: character accuracy of formulas in documents typeset by TeX, whose source is known.
 * The documents are made from sources by `--make`; they are not part of the repository.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'
import { parse } from '../../src/parse.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { readScriptArguments } from '../script-arguments.ts'
import { alignFormulas } from './align-formulas.ts'
import { makeFormulaDocuments, type SourceFormula } from './formula-documents.ts'
import { inSplit, isHeldOut, splits } from './holdout.ts'
import { normalLatex } from './normal-latex.ts'

const usage = `npm run score:formulas -- [--docs FOLDER] [--split dev|held|all] [--limit N] [--out FOLDER] [--detail] [NAME…]
npm run score:formulas -- --make SOURCES [--docs FOLDER]

  --docs    documents: <id>.pdf with <id>.json (default $BENCH_DIR/formulas)
  --split   dev: two thirds for tuning; held: the third that is not opened; all (default)
  --limit   the first N documents
  --out     an existing folder for the Markdown
  --detail  prints the formulas that differ; never those of held-out documents
  --make    typesets the .rst files below SOURCES, for example the documentation in the source packages of LAMMPS, Ceres
            and SymPy. Needs pdflatex.`

const { values, positionals } = readScriptArguments(usage, {
  allowPositionals: true,
  options: {
    docs: { type: 'string', default: join(process.env.BENCH_DIR ?? '../shared/bench', 'formulas') },
    split: { type: 'string', default: 'all' },
    limit: { type: 'string' },
    detail: { type: 'boolean', default: false },
    make: { type: 'string' },
    out: { type: 'string' },
  },
})
const options: ParseOptions = {
  ...defaultOptions,
  outputFormats: ['markdown'],
  elementFormats: { ...defaultOptions.elementFormats, image: 'none' },
  features: { ...defaultOptions.features, enable_inline_formula: true },
}
const docs = resolve(values.docs)

type Kind = SourceFormula['kind']
interface Count {
  formulas: number
  equal: number
  characters: number
  edits: number
  /** Formulas of the output that are not in the source. */
  extra: number
  /** Formulas that KaTeX cannot read. */
  invalid: number
}

if (values.make !== undefined) makeFormulaDocuments(resolve(values.make), docs)
else if (existsSync(docs)) await main()
else console.log(`${docs} does not exist: nothing is scored.`)

async function main(): Promise<void> {
  const split = splits.find((name) => name === values.split) ?? 'all'
  const ids = readdirSync(docs)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => name.slice(0, -'.pdf'.length))
    .filter((id) => inSplit(id, split) && (positionals.length === 0 || positionals.includes(id)))
    .sort()
    .slice(0, values.limit === undefined ? undefined : Number(values.limit))
  const totals = new Map<string, Count>()
  const deps = createParseDeps({})
  for (const id of ids) {
    const bytes = new Uint8Array(readFileSync(join(docs, `${id}.pdf`)))
    const { outputs } = await parse(
      { bytes, fileName: `${id}.pdf`, fileType: '.pdf', password: null },
      { options, links: { kind: 'none' } },
      deps,
    )
    const markdown = String(outputs.markdown ?? '')
    if (values.out !== undefined) writeFileSync(join(values.out, `${id}.md`), markdown)
    const truth: SourceFormula[] = JSON.parse(readFileSync(join(docs, `${id}.json`), 'utf8'))
    for (const kind of ['display', 'inline'] as const) score(id, { kind, truth, markdown, totals })
  }
  for (const [name, count] of [...totals].sort()) console.log(rowOf(name, count))
}

function score(
  id: string,
  {
    kind,
    truth,
    markdown,
    totals,
  }: { kind: Kind; truth: SourceFormula[]; markdown: string; totals: Map<string, Count> },
): void {
  const wanted = truth.filter((formula) => formula.kind === kind).map(sourceText)
  const found = formulasOf(markdown, kind).map((latex) => ({ latex, text: normalLatex(latex) }))
  const pairs = alignFormulas(
    wanted,
    found.map(({ latex, text }) => text ?? latex),
  )
  const name = `${kind}, ${isHeldOut(id) ? 'held out' : 'visible'}`
  const count = totals.get(name) ?? { formulas: 0, equal: 0, characters: 0, edits: 0, extra: 0, invalid: 0 }
  totals.set(name, count)
  count.formulas += wanted.length
  count.invalid += found.filter(({ text }) => text === null).length
  for (const { left, right, distance } of pairs) {
    count.characters += left?.length ?? 0
    count.edits += distance
    if (left === undefined) count.extra++
    else if (distance === 0) count.equal++
    if (values.detail && !isHeldOut(id) && distance > 0)
      console.log(`${id} ${kind} ${distance}\n  - ${left ?? ''}\n  + ${right ?? ''}`)
  }
}

function sourceText({ latex, number }: SourceFormula): string {
  return normalLatex(number === undefined ? latex : `${latex}\\tag{${number}}`) ?? latex
}

function formulasOf(markdown: string, kind: Kind): string[] {
  const displays = /\$\$\n([\s\S]*?)\n\$\$/g
  if (kind === 'display') return [...markdown.matchAll(displays)].map(([, latex = '']) => latex)
  return [...markdown.replace(displays, '').matchAll(/(?<![\\$])\$(?=\S)([^$\n]*?[^$\n\\\s]|[^$\n\\\s])\$(?!\d)/g)].map(
    ([, latex = '']) => latex,
  )
}

function rowOf(name: string, { formulas, equal, characters, edits, extra, invalid }: Count): string {
  const accuracy = Math.max(0, 1 - edits / Math.max(1, characters))
  return `${name}: character accuracy ${accuracy.toFixed(3)}, equal ${equal} of ${formulas}, extra ${extra}, invalid ${invalid}`
}
