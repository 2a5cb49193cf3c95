import { afterAll } from 'vitest'
import { testWire } from '../contract/wire.ts'
import { type OpenedApp, openApp } from './open.node.ts'

let opened: OpenedApp | undefined
afterAll(() => opened?.close())
testWire(async () => {
  opened = await openApp()
  return opened
})
