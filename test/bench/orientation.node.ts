/**
 * Measures the detection of page rotation: 24 clean pages and 4 tables of numbers, each rotated by 0, 90, 180 and 270
 * degrees, as drawn and as a photo. Without the corpus only the tables are measured.
 */

import { warmUp } from '../../src/engines/tesseract.ts'
import { rotationOf } from '../../src/extract/ocr/deskewed-page.ts'
import { readByOcr } from '../../src/extract/ocr/ocr.ts'
import { rotateRaster } from '../../src/imaging/rotate.ts'
import type { Rotation } from '../../src/model/geometry.ts'
import { defaultOptions } from '../../src/model/options.ts'
import { createParseDeps } from '../../src/runtime/parse-deps.node.ts'
import { readScriptArguments } from '../script-arguments.ts'
import { corpusPages, numericTables } from './clean-pages.ts'
import { degrade, kinds } from './degrade.ts'

const dpi = 200
const rotations: readonly Rotation[] = [0, 90, 180, 270]

const usage = `npm run bench -- orientation [--pages 24] [--split dev|held] [--seed 1] [--kinds clean,photo] [--each]`

const { values } = readScriptArguments(usage, {
  options: {
    kinds: { type: 'string', default: 'clean,photo' },
    pages: { type: 'string', default: '24' },
    split: { type: 'string', default: 'dev' },
    seed: { type: 'string', default: '1' },
    each: { type: 'boolean', default: false },
  },
})

const deps = createParseDeps({})
await warmUp('eng', deps.loadModel)
const pages = [
  ...corpusPages(Number(values.pages), values.split === 'held' ? 'held' : 'dev', dpi),
  ...numericTables(dpi),
]
console.log(`${pages.length} pages (${values.split}) × 4 rotations, ${dpi} dpi, seed ${values.seed}; CPU ms per page`)
for (const kind of kinds.filter((each) => values.kinds.split(',').includes(each))) {
  const wrong: string[] = []
  const start = process.cpuUsage()
  for (const [index, page] of pages.entries()) {
    const degraded = degrade(page.raster, kind, Number(values.seed) * 1000 + index)
    for (const rotation of rotations) {
      const { raster } = rotateRaster(degraded, rotation)
      const size = { pageIndex: 0, width: (raster.width / dpi) * 72, height: (raster.height / dpi) * 72 }
      const read = await readByOcr(
        raster,
        size,
        { ...defaultOptions, ocrLanguages: ['eng'] },
        { ...deps, password: null },
      )
      const found = read.deskewed === null ? 0 : rotationOf(read.deskewed.toPage)
      if (found !== rotation)
        wrong.push(`${page.id}: ${rotation} read as ${found} (confidence ${read.meanConfidence.toFixed(2)})`)
      if (values.each) console.log(`  ${page.id} ${rotation} → ${found} ${read.meanConfidence.toFixed(2)}`)
    }
  }
  const { user, system } = process.cpuUsage(start)
  const all = pages.length * rotations.length
  const percentage = ((100 * (all - wrong.length)) / all).toFixed(1)
  console.log(
    `${kind.padEnd(10)} right ${all - wrong.length} of ${all} = ${percentage} %, ${((user + system) / 1000 / all).toFixed(0)} ms`,
  )
  for (const line of wrong) console.log(`  ${line}`)
}
