/**
 * Labels page headers and footers of scans for `train-furniture.ts`: `node test/training/label-scan-furniture.node.ts
 * OUT.jsonl PART/PARTS SOURCE [SOURCE …]`. Pages are rendered as gray JPEG and read by OCR; a block is furniture where
 * the page with text has furniture.
 */
import { appendFileSync } from 'node:fs'
import { layoutPage } from '../../src/layout/layout.ts'
import type { DocumentPage } from '../../src/model/document.ts'
import { area, overlapArea } from '../../src/model/geometry.ts'
import { hashOf, readScan, scaledBox } from './scans.ts'
import { type FurnitureSource, type LabeledScan, layOut, listFurnitureSources, type Truth } from './train-furniture.ts'

/** Minimum fraction of a block's area in furniture or in content of the page with text. */
const MIN_RATIO = 0.3
/** Maximum fraction in the other. */
const MAX_OTHER_RATIO = 0.1
const MAX_PAGES = { made: 1, repeated: 2 }

const [, , out = 'scans.jsonl', part = '1/1', ...sources] = process.argv
const [index, parts] = part.split('/').map(Number) as [number, number]
for (const [at, source] of sources.flatMap(listFurnitureSources).entries())
  if (at % parts === index - 1) await labelScans(source)

async function labelScans({ pdf, set, group, minPages, truthOf }: FurnitureSource): Promise<void> {
  const pages = await layOut(pdf, minPages)
  if (pages.length === 0) return
  const truth = truthOf(pages)
  for (const page of choosePages(pdf, pages, MAX_PAGES[set as keyof typeof MAX_PAGES])) {
    const raw = await readScan(pdf, page.pageIndex)
    const scan: DocumentPage = { ...layoutPage(raw), mergeFromPrevious: false }
    const isFurniture = transferred(truth, page)
    const labels = scan.blocks.map((block) => ({
      header: isFurniture(scan, block, 'header'),
      footer: isFurniture(scan, block, 'footer'),
    }))
    const labeled: LabeledScan = { set: `${set} scan`, group, page: scan, labels }
    appendFileSync(out, `${JSON.stringify(labeled, withoutImages)}\n`)
  }
}

function withoutImages(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? null : value
}

function choosePages(pdf: string, pages: readonly DocumentPage[], count: number): DocumentPage[] {
  const chosen = Array.from({ length: count * 3 }, (_, at) => pages[hashOf(`${pdf}${at}`) % pages.length]!)
  return [...new Set(chosen)].slice(0, count)
}

/** The truth of a scan by the area that its blocks share with furniture and content of the page with text. */
function transferred(truth: Truth, page: DocumentPage): Truth {
  const known = (edge: 'header' | 'footer') =>
    page.blocks.map((block) => ({ box: block.box, isFurniture: truth(page, block, edge) }))
  const furniture = { header: known('header'), footer: known('footer') }
  return (scan, block, edge) => {
    const scale = scan.width / page.width
    const ratioOf = (label: boolean): number => {
      const shared = furniture[edge].map(({ box, isFurniture }) =>
        isFurniture === label ? overlapArea(scaledBox(box, scale), block.box) : 0,
      )
      return shared.reduce((sum, value) => sum + value, 0) / Math.max(1, area(block.box))
    }
    const [inside, outside] = [ratioOf(true), ratioOf(false)]
    if (inside > MIN_RATIO && outside < MAX_OTHER_RATIO) return true
    return outside > MIN_RATIO && inside < MAX_OTHER_RATIO ? false : null
  }
}
