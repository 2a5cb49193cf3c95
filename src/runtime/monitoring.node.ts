import type { Deps } from '../deps.ts'
import { createMonitoringApp } from '../http/metrics.ts'
import type { Config } from './config.ts'
import { listen } from './listen.node.ts'
import type { OpenStack } from './open-stack.ts'

export async function listenForMonitoring(deps: Deps, config: Config, opened: OpenStack): Promise<void> {
  const { metricsPort: port } = config.service
  if (port === null) return
  const { fetch } = createMonitoringApp(deps)
  opened.adopt(await listen(fetch, { host: config.host, port }), async (open) => {
    await open.close({ timeoutMs: 0, abort: async () => undefined })
  })
}
