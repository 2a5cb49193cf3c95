/**
 * Prints web pages as tagged PDFs with their truth, for scoring and training: `node
 * test/training/print-web-pages.node.ts FOLDER [OUT] [COUNT]`, COUNT (16) pages of each subfolder, half with tables.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import type { PageTruth } from './page-truth.ts'
import { isBlind, type SourceDocument } from './sources.ts'

/** Sizes of pages that are read, in bytes. */
const MIN_FILE_SIZE = 3000
const MAX_FILE_SIZE = 80_000
/** Limits of the content of a page; lengths in characters. */
const MIN_LENGTH = 800
const MAX_LENGTH = 20_000
const MAX_IMAGES = 8
const MAX_FORMULAS = 4
/** Maximum number of pages read for each one that is printed. */
const MAX_TRIES = 4
const MARGIN = '15mm'

const readPageTruth = stripTypeScriptTypes(
  readFileSync(join(import.meta.dirname, 'page-truth.browser.ts'), 'utf8'),
).replace(/^import .*/gm, '')
const [, , folder, out = 'training-web', count = '16'] = process.argv
if (folder === undefined || folder === '--help') {
  console.log(`node test/training/print-web-pages.node.ts FOLDER [OUT] [COUNT]

  FOLDER  a subfolder with HTML files for each group, such as an unpacked documentation package
  OUT     gets files/*.pdf, gt/*.md and list.json, the input of train.ts and train-tables.ts (default training-web)
  COUNT   pages of each group (default 16), half of them with tables`)
  process.exit()
}
for (const part of ['files', 'gt']) mkdirSync(join(out, part), { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await (await browser.newContext({ offline: true })).newPage()
const list: SourceDocument[] = []
for (const group of readdirSync(folder).sort()) {
  let printed = 0
  for (const path of samplePages(join(folder, group)).slice(0, Number(count) * MAX_TRIES)) {
    if (printed === Number(count)) break
    const isPrinted = await printPage(path, group).catch((error: unknown) => {
      console.error(`${path}: ${error}`)
      return false
    })
    if (isPrinted) printed++
  }
  console.log(`${group}: ${printed} pages`)
}
await browser.close()
writeFileSync(join(out, 'list.json'), JSON.stringify(list, null, 1))

/** Pages with tables and any pages in turn, in an order that does not depend on their names. */
function samplePages(root: string): string[] {
  const paths = globSync(join(resolve(root), '**/*.{html,xhtml,htm}'))
    .filter((path) => statSync(path).size > MIN_FILE_SIZE && statSync(path).size < MAX_FILE_SIZE)
    .sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
  const withTable = paths.filter((path) => /<table/i.test(readFileSync(path, 'utf8')))
  return [...new Set(paths.flatMap((path, at) => [withTable[at] ?? path, path]))]
}

/** Leaves out pages that are too short, too long, or mostly images or formulas. */
async function printPage(path: string, group: string): Promise<boolean> {
  await page.goto(pathToFileURL(path).href, { timeout: 15_000 })
  await page.emulateMedia({ media: 'print' })
  const { markdown, images, formulas } = await page.evaluate<PageTruth>(readPageTruth)
  if (markdown.length < MIN_LENGTH || markdown.length > MAX_LENGTH) return false
  if (images > MAX_IMAGES || formulas > MAX_FORMULAS) return false
  const margin = { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN }
  const pdf = await page.pdf({ format: 'A4', tagged: true, margin })
  const name = `${group}-${basename(path).replace(/\.[^.]*$/, '')}`.replace(/[^\w.-]/g, '_')
  const html = join(out, 'gt', `${name}.md`)
  writeFileSync(join(out, 'files', `${name}.pdf`), pdf)
  writeFileSync(html, markdown)
  list.push({ pdf: join(out, 'files', `${name}.pdf`), html, set: 'web', group, blind: isBlind(group) })
  return true
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
