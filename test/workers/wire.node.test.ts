/** The API tests with the bundled Worker. */
import { afterAll } from 'vitest'
import { testWire } from '../contract/wire.ts'
import { type Bundle, openBundle } from './bundle.node.ts'

let bundle: Bundle | undefined
afterAll(() => bundle?.close())

testWire(async () => {
  bundle = await openBundle()
  return bundle
})
