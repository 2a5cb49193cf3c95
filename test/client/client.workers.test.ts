import { testClient } from '../contract/client.ts'
import { openWorker } from '../http/open-app.workers.ts'

// Here the queue waits for open responses; `test/workers/tasks.node.test.ts` tests events.
testClient(openWorker, { runsQueue: false })
