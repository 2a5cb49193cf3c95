import type { ServiceSettings } from '../deps.ts'
import { integer, onOff, optional, secret, type ValuesOf } from './variable-types.ts'

export const taskVariables = {
  QUEUE_MAX: integer({
    min: 1,
    max: 1_000_000,
    default: '1000',
    meaning: 'Maximum number of waiting and running asynchronous tasks; further ones get error 1124.',
  }),
  TASK_CONCURRENCY: optional(
    integer({
      min: 1,
      max: 256,
      shown: 'number of threads',
      meaning: 'Maximum number of steps of asynchronous tasks that run in this process at once.',
    }),
  ),
  SHARD_PAGES: integer({
    min: 1,
    max: 300,
    node: '32',
    workers: '4',
    meaning: 'Maximum number of pages of an asynchronous task that are parsed and stored as one step.',
  }),
  MAX_ATTEMPTS: integer({
    min: 1,
    max: 20,
    default: '3',
    meaning: 'Maximum number of attempts to parse a page of an asynchronous task.',
  }),
  PARTIAL_RESULTS: onOff({
    default: 'off',
    meaning: '`on`: failed pages become warnings of an asynchronous result; `off`: they fail the task.',
  }),
  TASK_LEASE_MS: integer({
    min: 1000,
    max: 3_600_000,
    node: '30000',
    workers: '120000',
    meaning: 'Time without a heartbeat of its process after which a step is started again.',
  }),
  ASYNC_CHECK_WAIT_MS: integer({
    min: 0,
    max: 120_000,
    node: '8000',
    workers: '0',
    meaning: 'Maximum time that `/parse/async_check` waits for the end of the task.',
  }),
  ASYNC_CHECK_MAX_WAITING: integer({
    min: 0,
    max: 100_000,
    node: '1000',
    workers: '100',
    meaning: 'Maximum number of waiting checks; further ones get a response at once.',
  }),
  CALLBACK_ALLOW_PRIVATE: onOff({
    default: 'off',
    meaning: 'Whether `callback_url` may be an address in a private network.',
  }),
  SERVER_SECRET: optional(
    secret({
      shown: 'generated on the first start, stored in the database',
      meaning: 'Secret from which the keys for signing callbacks are derived.',
    }),
  ),
} as const

export function taskSettings(values: ValuesOf<typeof taskVariables>): ServiceSettings['tasks'] {
  return {
    queueMax: values.QUEUE_MAX,
    shardPages: values.SHARD_PAGES,
    maxAttempts: values.MAX_ATTEMPTS,
    partialResults: values.PARTIAL_RESULTS,
    leaseMs: values.TASK_LEASE_MS,
    checkWaitMs: values.ASYNC_CHECK_WAIT_MS,
    checkMaxWaiting: values.ASYNC_CHECK_MAX_WAITING,
    callbackAllowPrivate: values.CALLBACK_ALLOW_PRIVATE,
    serverSecret: values.SERVER_SECRET,
  }
}
