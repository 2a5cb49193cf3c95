/**
 * Files that the fuzzer mutates: the fixtures, files that are built here for formats without a fixture, and those of
 * `BENCH_DIR/robustness`.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { detectFileType } from '../../src/extract/registry.ts'
import { sampleOf } from '../../src/uploads/sampler.ts'
import { bytesOf, docx, epub, odf, p, pptx, xlsx } from '../extract/structured/build.ts'

export interface Seed {
  readonly name: string
  readonly fileType: string
  readonly bytes: Uint8Array
}

/** Larger files are mutated too rarely in a place that matters. */
const maxBytes = 300_000

/** By file type, so that each format is mutated equally often. */
export function readSeeds(): Map<string, Seed[]> {
  const seeds = new Map<string, Seed[]>()
  const add = (name: string, bytes: Uint8Array): void => {
    const fileType = detectFileType({ ...sampleOf(bytes), fileName: name })
    if (fileType !== null) seeds.set(fileType, [...(seeds.get(fileType) ?? []), { name, fileType, bytes }])
  }
  const folder = join(import.meta.dirname, '..')
  const paths = [
    ...filesBelow(join(folder, 'fixtures')).filter((path) => /\/source\.(?!ts)/.test(path)),
    ...(process.env.BENCH_DIR === undefined ? [] : filesBelow(join(process.env.BENCH_DIR, 'robustness'))),
  ]
  for (const path of paths) if (statSync(path).size <= maxBytes) add(path, new Uint8Array(readFileSync(path)))
  for (const [name, bytes] of Object.entries(built)) add(name, bytes)
  return seeds
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const cells = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1"><v>1.5</v></c></row>'
const built: Readonly<Record<string, Uint8Array>> = {
  'built.docx': docx(
    `${p('Heading', '<w:pStyle w:val="Heading1"/>')}${p('A paragraph with <w:b/> text')}<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p('b')}</w:tc></w:tr></w:tbl>`,
  ),
  'built.xlsx': xlsx({ Sheet: { content: cells } }),
  'built.pptx': pptx([{ shapes: '<p:sp><p:txBody><a:p><a:r><a:t>Slide</a:t></a:r></a:p></p:txBody></p:sp>' }]),
  'built.odt': odf('text', '<text:h text:outline-level="1">Heading</text:h><text:p>Text</text:p>'),
  'built.ods': odf(
    'spreadsheet',
    '<table:table table:name="S"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
  ),
  'built.epub': epub({ 'one.xhtml': '<html><body><h1>Chapter</h1><p>Text</p></body></html>' }),
  'built.html': bytesOf(
    '<!doctype html><html><head><title>T</title></head><body><h1>Heading</h1><ul><li>a<ol start=3><li>b</ol></ul><table><tr><td colspan=2 rowspan=2>x<td>y</table><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math><pre>code</pre></body></html>',
  ),
  'built.md': bytesOf(
    '# Heading\n\n* a\n  1. b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\ncode\n```\n\n$$x^2$$ [link](http://a.b)\n',
  ),
  'built.csv': bytesOf('name;value\n"quoted; ""text""";1,5\nlast;2\n'),
  'built.tsv': bytesOf('name\tvalue\na\t1\nb\t2\n'),
  'built.txt': bytesOf('PLAIN TEXT\n\n1. First\n2. Second\n\n    indented\n'),
}
