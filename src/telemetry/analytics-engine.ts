/**
 * One data point per value: `index1` and `blob1` are the metric, `blob2` and the following its labels in the order of
 * `metricTable`, `double1` the value.
 */
import { type Labels, type Metric, type MetricId, type Metrics, metricTable, type Sample } from './metrics.ts'

export interface AnalyticsMetrics extends Metrics {
  publishGauges(): Promise<void>
}

interface DatasetBinding {
  writeDataPoint(point: { indexes: string[]; blobs: string[]; doubles: number[] }): void
}

export function createAnalyticsMetrics(dataset: DatasetBinding): AnalyticsMetrics {
  const gauges: { readonly id: MetricId; readonly read: () => Promise<readonly Sample[]> | readonly Sample[] }[] = []
  const write = (id: MetricId, values: Labels, value: number): void => {
    const { name, labels }: Metric = metricTable[id]
    dataset.writeDataPoint({
      indexes: [name],
      blobs: [name, ...labels.map((label) => values[label] ?? '')],
      doubles: [value],
    })
  }
  return {
    record: (id, labels = {}, value = 1) => write(id, labels, value),
    addGauge(id, read) {
      gauges.push({ id, read })
    },
    async publishGauges() {
      for (const { id, read } of gauges) {
        const samples = await Promise.resolve(read()).catch(() => [])
        for (const { labels = {}, value } of samples) write(id, labels, value)
      }
    },
  }
}
