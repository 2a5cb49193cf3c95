import { expect, test } from 'vitest'
import { createAnalyticsMetrics } from '../../src/telemetry/analytics-engine.ts'

test('values become data points: the name, the labels in their order, the value', async () => {
  const points: unknown[] = []
  const metrics = createAnalyticsMetrics({ writeDataPoint: (point) => points.push(point) })
  metrics.record('requests', { code: '1124', route: '/usage' })
  metrics.record('ocrConfidence', {}, 0.75)
  metrics.addGauge('tasks', async () => [{ labels: { state: 'QUEUING' }, value: 3 }])
  metrics.addGauge('oldestTask', () => Promise.reject(new Error('no database')))
  expect(points).toHaveLength(2)
  await metrics.publishGauges()
  expect(points).toEqual([
    { indexes: ['sheaf_http_requests_total'], blobs: ['sheaf_http_requests_total', '/usage', '1124'], doubles: [1] },
    { indexes: ['sheaf_ocr_confidence'], blobs: ['sheaf_ocr_confidence'], doubles: [0.75] },
    { indexes: ['sheaf_tasks'], blobs: ['sheaf_tasks', 'QUEUING'], doubles: [3] },
  ])
})
