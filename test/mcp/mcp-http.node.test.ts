import { afterAll } from 'vitest'
import { testMcp } from '../contract/mcp.ts'
import { openApp } from '../http/open-app.node.ts'

const opened = await openApp({ environment: { SHARD_PAGES: '2' } })
afterAll(() => opened.close())
testMcp(async () => opened)
