/** The alerts, the dashboard and the documentation agree with the metrics of the program. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Metric, metricTable } from '../../src/telemetry/metrics.ts'
import { createPrometheusMetrics } from '../../src/telemetry/prometheus.node.ts'

const folder = join(import.meta.dirname, '../../docs/operations')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

interface Panel {
  readonly title: string
  readonly type: string
  readonly targets?: readonly { readonly expr: string }[]
}

const { groups } = parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('grafana.json')) as { panels: Panel[] }
const table = Object.values<Metric>(metricTable)

/** The names of metrics in an expression, without the suffixes of histograms. */
function namesIn(expression: string): string[] {
  const names = expression.match(/\b(?:sheaf|process|nodejs)_[a-z0-9_]+/g) ?? []
  return names.map((name) => name.replace(/_bucket$/, ''))
}

describe('expressions name metrics that exist', async () => {
  const { text } = (await createPrometheusMetrics().scrape?.()) ?? { text: '' }
  const existing = new Set([
    ...table.map(({ name }) => name),
    ...text.matchAll(/^# HELP (\S+)/gm).map(([, name]) => name),
  ])
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ]
  test.each(expressions)('%s', (_title, expression) => {
    const names = namesIn(expression)
    if (!expression.includes('up{')) expect(names).not.toEqual([])
    expect(names.filter((name) => !existing.has(name))).toEqual([])
  })
})

test('ten alerts, each with a section of the incident guide', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(10)
  const guide = read('incidents.md')
  for (const { alert, annotations, labels } of rules) {
    expect(guide).toContain(`\n## ${alert}\n`)
    expect(annotations.runbook).toBe(`docs/operations/incidents.md#${alert.toLowerCase()}`)
    expect(['warning', 'critical']).toContain(labels.severity)
  }
})

test('each metric is documented with its labels, and is on the dashboard or in an alert', () => {
  const documented = read('monitoring.md')
  const used = new Set(
    [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ].flatMap(namesIn),
  )
  for (const { name, labels } of table) {
    expect(documented).toContain(labels.length === 0 ? name : `${name}{${labels.join(', ')}}`)
    expect(used).toContain(name)
  }
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
test.skipIf(!hasPromtool)('promtool: the alerts fire on their series, and none on a healthy instance', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: folder })
  expect(`${status} ${stdout} ${stderr}`).toContain('SUCCESS')
})
