import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Metric, type Metrics, metricTable } from './metrics.ts'

export function createPrometheusMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const recorders = new Map<string, (labels: Readonly<Record<string, string>>, value: number) => void>()
  for (const [id, { name, kind, help, labels, buckets, initial = [] }] of Object.entries<Metric>(metricTable)) {
    const options = { name, help, labelNames: [...labels], registers }
    if (kind === 'counter') {
      const counter = new Counter(options)
      for (const values of initial) counter.inc(values, 0)
      recorders.set(id, (values, value) => counter.inc(values, value))
    } else if (kind === 'histogram') {
      const histogram = new Histogram({ ...options, buckets: [...(buckets ?? [])] })
      recorders.set(id, (values, value) => histogram.observe(values, value))
    }
  }
  return {
    record(id, labels = {}, value = 1) {
      recorders.get(id)?.(labels, value)
    },
    addGauge(id, read) {
      const { name, help, labels }: Metric = metricTable[id]
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          this.reset()
          const samples = await Promise.resolve(read()).catch(() => [])
          for (const { labels: values = {}, value } of samples) this.set(values, value)
        },
      })
    },
    async scrape() {
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
