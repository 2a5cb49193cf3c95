/** The API tests with the bundled Worker. */
import { afterAll } from 'vitest'
import { testHttpApi } from '../contract/http-api.ts'
import { type Bundle, openBundle } from './bundle.node.ts'

let bundle: Bundle | undefined
afterAll(() => bundle?.close())

testHttpApi(async () => {
  bundle = await openBundle()
  return bundle
})
