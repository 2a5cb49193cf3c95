/** Contract tests of the HTTP API and its client in workerd. */
import { testClient } from '../contract/client.ts'
import { testHttpApi } from '../contract/http-api.ts'
import { openWorker } from './open-app.workers.ts'

testHttpApi(openWorker)
// Here the queue waits for open responses; `test/workers/tasks.node.test.ts` tests events of running tasks.
testClient(openWorker, { runsQueue: false })
