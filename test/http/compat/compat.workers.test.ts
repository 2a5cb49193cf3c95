/** The compatible APIs in workerd. */
import { testDocling } from '../../contract/compat/docling.ts'
import { testOpenWebui } from '../../contract/compat/open-webui.ts'
import { testRagflow } from '../../contract/compat/ragflow.ts'
import { withKey } from '../../contract/compat/target.ts'
import { testTika } from '../../contract/compat/tika.ts'
import { testUnstructured } from '../../contract/compat/unstructured.ts'
import { openWorker } from '../open-app.workers.ts'

const open = async () => withKey(await openWorker())

testDocling(open)
testOpenWebui(open)
testRagflow(open)
testTika(open)
testUnstructured(open)
