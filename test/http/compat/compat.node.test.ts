import { afterAll } from 'vitest'
import { testDocling } from '../../contract/compat/docling.ts'
import { withKey } from '../../contract/compat/target.ts'
import { openApp } from '../open-app.node.ts'

const opened = await openApp()
afterAll(() => opened.close())
const open = () => withKey(opened)

testDocling(open)
