/**
 * Generates office documents and prints them with LibreOffice as tagged PDFs: `node
 * test/training/make-writer-texts.node.ts OUT [COUNT]`, COUNT (10) of each kind. Every other kind is for evaluation
 * only. `OUT/list.json` is the input of `train.ts`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createRandom, createRandomText } from './words.ts'
import { writerKinds } from './writer-kinds.ts'
import { createWriterTools } from './writer-parts.ts'

/** Files per run of LibreOffice. */
const FILES_PER_RUN = 60

const [, , folder = 'training-texts', count = '10'] = process.argv
const out = resolve(folder)
const spaces = { office: 'office', style: 'style', text: 'text', table: 'table', fo: 'xsl-fo-compatible' }
const names = Object.entries(spaces).map(
  ([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
)
const bullets =
  '<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1" text:bullet-char="•"><style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-0.5cm" fo:margin-left="0.9cm"/></style:list-level-properties></text:list-level-style-bullet></text:list-style>'
const columns = [2, 3].map(
  (number) =>
    `<style:style style:name="Columns${number}" style:family="section"><style:section-properties><style:columns fo:column-count="${number}" fo:column-gap="0.6cm"/></style:section-properties></style:style>`,
)

mkdirSync(out, { recursive: true })
let seed = 5_000_001
const list = Object.entries(writerKinds).flatMap(([kind, write], at) =>
  Array.from({ length: Number(count) }, (_, copy) => {
    const d = createRandom(seed++ * 31 + 7)
    const styles: string[] = []
    const content = write(createWriterTools(d, createRandomText(d), styles))
    const [width, height] = kind === 'card' ? [29.7, 21] : [21, 29.7]
    const paper = `fo:page-width="${width}cm" fo:page-height="${height}cm" fo:margin-top="2cm" fo:margin-bottom="2cm" fo:margin-left="${kind === 'hanging' ? 3.5 : 2.2}cm" fo:margin-right="2.2cm"`
    const page = `<style:page-layout style:name="paper"><style:page-layout-properties ${paper}/></style:page-layout>`
    const stem = join(out, `${kind}-${copy}`)
    writeFileSync(
      `${stem}.fodt`,
      `<?xml version="1.0" encoding="UTF-8"?><office:document ${names.join(' ')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>${styles.join('')}${columns.join('')}${bullets}${page}</office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="paper"/></office:master-styles><office:body><office:text>${content}</office:text></office:body></office:document>`,
    )
    return { html: `${stem}.fodt`, pdf: `${stem}.pdf`, set: 'made', group: `writer ${kind}`, blind: at % 2 === 1 }
  }),
)
const tagged = 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}'
for (let from = 0; from < list.length; from += FILES_PER_RUN)
  spawnSync(
    'soffice',
    [
      '--headless',
      '--convert-to',
      tagged,
      '--outdir',
      out,
      ...list.slice(from, from + FILES_PER_RUN).map(({ html }) => html),
    ],
    {
      stdio: 'ignore',
    },
  )
writeFileSync(join(out, 'list.json'), JSON.stringify(list, null, 1))
