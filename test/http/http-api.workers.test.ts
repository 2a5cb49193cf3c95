/** Contract tests of the HTTP API in workerd. */
import { testHttpApi } from '../contract/http-api.ts'
import { openWorker } from './open-app.workers.ts'

testHttpApi(openWorker)
