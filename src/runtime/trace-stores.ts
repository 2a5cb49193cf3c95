import type { RateLimiter } from '../accounts/rate-limits.ts'
import type { Blobs } from '../blobs/blobs.ts'
import type { Sql } from '../db/sql.ts'
import type { OfficeConverter } from '../office/converter.ts'
import type { Queue } from '../queue/queue.ts'
import type { SpanAttributes, Tracer } from '../telemetry/tracer.ts'
import { observeCalls } from './observe-calls.ts'

const MAX_QUERY_LENGTH = 400

export function traceSql<sql extends Sql>(sql: sql, tracer: Tracer): sql {
  // Statements contain only placeholders.
  const callSql = <value>(statement: string, work: () => Promise<value>): Promise<value> =>
    call(tracer, `sql ${/\w+/.exec(statement)?.[0] ?? ''}`, work, {
      'db.query.text': statement.replace(/\s+/g, ' ').slice(0, MAX_QUERY_LENGTH),
    })
  return {
    ...sql,
    all: (statement, args) => callSql(statement, () => sql.all(statement, args)),
    run: (statement, args) => callSql(statement, () => sql.run(statement, args)),
    batch: (statements, options) =>
      call(tracer, 'sql batch', () => sql.batch(statements, options), { 'db.operation.batch.size': statements.length }),
  } satisfies Sql as sql
}

export function traceBlobs(blobs: Blobs, tracer: Tracer): Blobs {
  return observeCalls(blobs, ['put', 'get', 'head', 'remove'], (method, work) => call(tracer, `blobs ${method}`, work))
}

export function traceQueue<message>(queue: Queue<message>, tracer: Tracer): Queue<message> {
  return {
    ...queue,
    send: (messages, options) =>
      call(tracer, 'queue send', () => queue.send(messages, options), {
        'messaging.batch.message_count': messages.length,
      }),
  }
}

export function traceRates(rates: RateLimiter, tracer: Tracer): RateLimiter {
  return observeCalls(rates, ['consume'], (_, work) => call(tracer, 'rate limit', work))
}

export function traceConverter(converter: OfficeConverter, tracer: Tracer): OfficeConverter {
  return {
    ...converter,
    convert: (job, control) =>
      call(tracer, 'office convert', () => converter.convert(job, control), {
        'sheaf.file_type': job.fileType,
        'sheaf.into': job.into,
      }),
  }
}

function call<value>(
  tracer: Tracer,
  name: string,
  work: () => Promise<value>,
  attributes: SpanAttributes = {},
): Promise<value> {
  return tracer.span({ name, kind: 'client', attributes }, work)
}
