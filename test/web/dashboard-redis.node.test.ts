/** The dashboard in Chromium, with the queue in Redis and a separate worker process. */
import { describe } from 'vitest'
import { openFleet } from '../runtime/fleet.node.ts'
import { hasRedis, openRedis } from '../servers/redis.node.ts'
import { hasChromium } from './browser.node.ts'
import { testDashboardTasks } from './dashboard-task-tests.ts'
import { openWebTests } from './web-tests.ts'

const adminToken = 'the-token-of-the-operator'

describe.skipIf(!hasChromium || !hasRedis)('dashboard with Redis and a worker process, in Chromium', () => {
  const web = openWebTests(async () => {
    const redis = await openRedis({ persistence: false })
    const environment = { REDIS_URL: redis.url, ADMIN_TOKEN: adminToken, SHARD_PAGES: '1' }
    const fleet = await openFleet({ services: 1, workers: 1, environment })
    return {
      url: fleet.services[0]?.url ?? '',
      adminToken,
      runtime: 'redis',
      checksLooks: true,
      restart: () => Promise.reject(new Error('not restarted')),
      redeliver: async () => undefined,
      async close() {
        await fleet.close()
        await redis.close()
      },
    }
  })
  testDashboardTasks(web, { workersAlive: '1' })
})
