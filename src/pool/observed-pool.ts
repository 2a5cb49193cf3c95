/** Adds metrics of pages and, if traces are recorded, spans of jobs, pages and stages. */
import type { PageMeasurement } from '../model/stage-times.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { TraceContext } from '../telemetry/trace-context.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import type { Pool } from './pool.ts'

export function observePool<pool extends Pool>(
  pool: pool,
  { metrics, tracer }: { metrics: Metrics | undefined; tracer: Tracer },
): pool {
  return {
    ...pool,
    prepare: (job, control) => tracer.span({ name: 'pool prepare' }, () => pool.prepare(job, control)),
    inspect: (job, control) => tracer.span({ name: 'pool inspect' }, () => pool.inspect(job, control)),
    finish: (job, control) => tracer.span({ name: 'pool finish' }, () => pool.finish(job, control)),
    parsePages: (job, control) =>
      tracer.span({ name: 'pool pages', attributes: { 'sheaf.pages': job.pageIndexes.length } }, async () => {
        const pages = await pool.parsePages(job, control)
        const parent = tracer.current()
        for (const { pageIndex, measured } of pages) {
          if (measured === undefined) continue
          if (metrics !== undefined) countPage(measured, metrics)
          if (tracer.records) recordPage(measured, { pageIndex, parent, tracer })
        }
        return pages
      }),
  } satisfies Pool as pool
}

function countPage({ source, ocrConfidence, stages }: PageMeasurement, metrics: Metrics): void {
  metrics.record('pageSources', { source })
  if (ocrConfidence !== null) metrics.record('ocrConfidence', {}, ocrConfidence)
  for (const { stage, ms } of stages) metrics.record('stageSeconds', { stage }, ms / 1000)
}

function recordPage(
  { source, stages }: PageMeasurement,
  { pageIndex, parent, tracer }: { pageIndex: number; parent: TraceContext | null; tracer: Tracer },
): void {
  const ends = stages.map(({ startedAt, ms }) => startedAt + ms)
  if (ends.length === 0) return
  const startMs = Math.min(...stages.map(({ startedAt }) => startedAt))
  const attributes = { 'sheaf.page': pageIndex + 1, 'sheaf.source': source }
  const page = tracer.record({ name: 'page', attributes, parent, startMs, endMs: Math.max(...ends) })
  const read = stages.find(({ stage }) => stage === 'read')
  const record = (stage: (typeof stages)[number], within: TraceContext | null): TraceContext | null =>
    tracer.record({ name: stage.stage, parent: within, startMs: stage.startedAt, endMs: stage.startedAt + stage.ms })
  const reading = read === undefined ? page : record(read, page)
  const readEnd = read === undefined ? 0 : read.startedAt + read.ms
  for (const stage of stages) if (stage !== read) record(stage, stage.startedAt < readEnd ? reading : page)
}
