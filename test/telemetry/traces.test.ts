import { describe, expect, test } from 'vitest'
import { createJsonLog } from '../../src/telemetry/log.ts'
import { formatTraceparent, newTraceContext, parseTraceparent } from '../../src/telemetry/trace-context.ts'

const valid = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('traceparent', () => {
  test('of a client is read and written', () => {
    const context = parseTraceparent(valid)
    expect(context).toEqual({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      sampled: true,
    })
    expect(formatTraceparent(context!)).toBe(valid)
    expect(parseTraceparent(formatTraceparent(newTraceContext()))?.sampled).toBe(false)
  })

  test('of a later version may have more fields', () => {
    expect(parseTraceparent(`01${valid.slice(2)}-more`)?.spanId).toBe('b7ad6b7169203331')
  })

  test.each([
    null,
    '',
    'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
    `00-${'a'.repeat(10_000)}`,
  ])('%s is ignored', (header) => {
    expect(parseTraceparent(header)).toBeNull()
  })
})

test('log lines have the ids of their trace', () => {
  const lines: string[] = []
  const log = createJsonLog({
    level: 'info',
    write: (line) => lines.push(line),
    clock: () => 0,
    context: () => ({ traceId: 'abc' }),
  })
  log.debug('unwritten')
  log.info('request', { status: 200 })
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"request","status":200,"traceId":"abc"}',
  ])
})
