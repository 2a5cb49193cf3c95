import { afterAll } from 'vitest'
import { testHttpApi } from '../contract/http-api.ts'
import { type OpenedApp, openApp } from './open-app.node.ts'

let opened: OpenedApp | undefined
afterAll(() => opened?.close())
testHttpApi(async () => {
  opened = await openApp()
  return opened
})
