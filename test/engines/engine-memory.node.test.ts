/** Memory of dropped engines, in a process of its own: tests collect garbage often. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Less than an engine with its model. */
const MAX_GROWTH_MIB = 16

/** The numbers that `program` prints. */
function run(program: string): number[] {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  })
  return printed.trim().split('\n').map(Number)
}

test('a new engine takes the place of the dropped one', () => {
  const [first = 0, ...later] = run(`
import { readFileSync } from 'node:fs'
import { loadOcrEngine, releaseOcrEngines } from './src/engines/tesseract.ts'
const model = new Uint8Array(readFileSync('./wasm/models/eng.traineddata'))
for (let round = 0; round < 4; round++) {
  await loadOcrEngine('eng', async () => model)
  console.log(process.memoryUsage().external / 2 ** 20)
  releaseOcrEngines()
}`)
  expect(later).toHaveLength(3)
  for (const mebibytes of later) expect(mebibytes).toBeLessThan(first + MAX_GROWTH_MIB)
})

test('MuPDF returns the memory of a large image before OCR, and after the document', () => {
  const [opened = 0, released = 0, reopened = 0] = run(`
import { openPersistent } from './src/engines/mupdf/document.ts'
import { drawPage, freeRenderMemory } from './src/extract/draw-page.ts'
const header = new TextEncoder().encode('P5\\n8000 8000\\n255\\n')
const image = new Uint8Array(header.length + 8000 * 8000)
image.set(header)
const open = () =>
  openPersistent(image, 'image/x-portable-anymap', { password: null, interruptsPages: true, pageTimeoutMs: 60_000 })
const draw = (document) => document.withPage(0, (page) => drawPage(page, { scale: 0.01, maxPixels: 1_000_000 }))
const print = async () => {
  // V8 returns collected memory in another thread.
  await new Promise((resolve) => setTimeout(resolve, 100))
  console.log(process.memoryUsage.rss() / 2 ** 20)
}
const first = await open()
await print()
await draw(first)
freeRenderMemory(first, {})
await print()
await draw(first)
first.close()
const second = await open()
await print()
first.close()
second.close()`)
  expect(released).toBeLessThan(opened)
  expect(reopened).toBeLessThan(opened + MAX_GROWTH_MIB)
})
