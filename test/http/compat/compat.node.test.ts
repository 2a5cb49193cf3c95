import { afterAll } from 'vitest'
import { testDocling } from '../../contract/compat/docling.ts'
import { testOpenWebui } from '../../contract/compat/open-webui.ts'
import { testRagflow } from '../../contract/compat/ragflow.ts'
import { withKey } from '../../contract/compat/target.ts'
import { testTika } from '../../contract/compat/tika.ts'
import { testUnstructured } from '../../contract/compat/unstructured.ts'
import { openApp } from '../open-app.node.ts'

const opened = await openApp()
afterAll(() => opened.close())
const open = () => withKey(opened)

testDocling(open)
testOpenWebui(open)
testRagflow(open)
testTika(open)
testUnstructured(open)
