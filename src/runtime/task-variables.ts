/** The environment variables of asynchronous tasks, part of the table in `config.ts`, and what they are read into. */
import type { ServiceSettings } from '../deps.ts'
import { choice, optional, secret, type ValuesOf, wholeNumber } from './variable-types.ts'

export const taskVariables = {
  QUEUE_MAX: wholeNumber({
    min: 1,
    max: 1_000_000,
    node: '1000',
    workers: '1000',
    meaning: 'Asynchronous tasks waiting and running; more are answered with 1124.',
  }),
  TASK_CONCURRENCY: optional(
    wholeNumber({
      min: 1,
      max: 256,
      shown: 'as many as threads',
      meaning: 'Steps of asynchronous tasks at work at once in this process.',
    }),
  ),
  SHARD_PAGES: wholeNumber({
    min: 1,
    max: 300,
    node: '32',
    workers: '4',
    meaning:
      'At most so many pages of an asynchronous task are parsed and stored as one step; its last steps are smaller.',
  }),
  MAX_ATTEMPTS: wholeNumber({
    min: 1,
    max: 20,
    node: '3',
    workers: '3',
    meaning: 'Attempts at a page of an asynchronous task before it is given up.',
  }),
  PARTIAL_RESULTS: choice(['on', 'off'], {
    node: 'off',
    workers: 'off',
    meaning:
      "`on`: pages that were given up are named in an asynchronous result's warnings; `off`: they fail the task.",
  }),
  TASK_LEASE_MS: wholeNumber({
    min: 1000,
    max: 3_600_000,
    node: '30000',
    workers: '120000',
    meaning: 'A step whose process gives no sign of life for so long is begun anew.',
  }),
  ASYNC_CHECK_WAIT_MS: wholeNumber({
    min: 0,
    max: 120_000,
    node: '8000',
    workers: '0',
    meaning: 'How long `/parse/async_check` is held for the task to end.',
  }),
  ASYNC_CHECK_MAX_WAITING: wholeNumber({
    min: 0,
    max: 100_000,
    node: '1000',
    workers: '100',
    meaning: 'Checks held at once; more are answered at once.',
  }),
  CALLBACK_ALLOW_PRIVATE: choice(['on', 'off'], {
    node: 'off',
    workers: 'off',
    meaning: 'Whether `callback_url` may lie inside a private network.',
  }),
  SERVER_SECRET: optional(
    secret({
      shown: 'made at the first start, kept in the database',
      meaning: 'What the secrets that sign callbacks are derived from.',
    }),
  ),
} as const

export function taskSettings(values: ValuesOf<typeof taskVariables>): ServiceSettings['tasks'] {
  return {
    queueMax: values.QUEUE_MAX,
    shardPages: values.SHARD_PAGES,
    maxAttempts: values.MAX_ATTEMPTS,
    partialResults: values.PARTIAL_RESULTS === 'on',
    leaseMs: values.TASK_LEASE_MS,
    checkWaitMs: values.ASYNC_CHECK_WAIT_MS,
    checkMaxWaiting: values.ASYNC_CHECK_MAX_WAITING,
    callbackAllowPrivate: values.CALLBACK_ALLOW_PRIVATE === 'on',
    serverSecret: values.SERVER_SECRET,
  }
}
