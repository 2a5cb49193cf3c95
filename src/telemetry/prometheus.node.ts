/** Metrics in memory, with prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** From a digital page to the time limit of a request, in seconds. */
const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900]

export function createPrometheusMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'sheaf_http_requests_total',
    help: 'Requests by route and code; code 0 is success.',
    labelNames: ['route', 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'sheaf_http_request_duration_seconds',
    help: 'Time until the response is ready, by route.',
    labelNames: ['route'],
    buckets: DURATION_BUCKETS,
    registers,
  })
  const pages = new Counter({
    name: 'sheaf_pages_total',
    help: 'Parsed pages by file type and mode.',
    labelNames: ['file_type', 'mode'],
    registers,
  })
  return {
    countRequest({ route, code, seconds }) {
      requests.inc({ route, code: String(code) })
      durations.observe({ route }, seconds)
    },
    countPages({ fileType, mode, count }) {
      pages.inc({ file_type: fileType, mode }, count)
    },
    addGauge({ name, help, labelNames = [], read }) {
      new Gauge({
        name,
        help,
        labelNames: [...labelNames],
        registers,
        async collect() {
          this.reset()
          const samples = await Promise.resolve(read()).catch(() => [])
          for (const { labels = {}, value } of samples) this.set(labels, value)
        },
      })
    },
    async scrape() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
