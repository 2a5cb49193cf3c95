/** The wire contract against the bundled Worker, and what only a bundle can show. */
import { afterAll, expect, test } from 'vitest'
import { testWire } from '../contract/wire.ts'
import { type Bundle, openBundle } from './bundle.node.ts'

let bundle: Bundle | undefined
afterAll(() => bundle?.close())

testWire(async () => {
  bundle = await openBundle()
  return bundle
})

test('the OCR models are not published', async () => {
  for (const path of ['/eng.traineddata', '/manifest.json', '/chi_sim.traineddata?x=1', '/%65ng.traineddata']) {
    const response = await bundle?.call(path)
    expect(response?.status).toBe(404)
    expect(await response?.json()).toMatchObject({ code: 1133 })
  }
})

test('the hourly cleaning runs', async () => {
  await bundle?.sweep()
  expect(bundle?.logs().filter((line) => line.includes('"level":"error"'))).toEqual([])
})
