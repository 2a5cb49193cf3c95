/** Memory of dropped engines, in a process of its own: tests collect garbage often. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Less than an engine with its model. */
const MAX_GROWTH_MIB = 16

const program = `
import { readFileSync } from 'node:fs'
import { loadOcrEngine, releaseOcrEngines } from './src/engines/tesseract.ts'
const model = new Uint8Array(readFileSync('./wasm/models/eng.traineddata'))
for (let round = 0; round < 4; round++) {
  await loadOcrEngine('eng', async () => model)
  console.log(process.memoryUsage().external / 2 ** 20)
  releaseOcrEngines()
}`

test('a new engine takes the place of the dropped one', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
  })
  const [first = 0, ...later] = printed.trim().split('\n').map(Number)
  expect(later).toHaveLength(3)
  for (const mebibytes of later) expect(mebibytes).toBeLessThan(first + MAX_GROWTH_MIB)
})
