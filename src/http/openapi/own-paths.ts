import { type ErrorCode, errorTable } from '../../model/errors.ts'
import { parseFields, taskFields } from '../../model/request-fields.ts'
import { basePath } from '../app-env.ts'
import {
  binary,
  formSchema,
  keyField,
  multipart,
  type Operation,
  type Paths,
  ref,
  responses,
  smallForm,
} from './operations.ts'
import type { SchemaName } from './schemas.ts'

const allCodes = Object.keys(errorTable).map(Number) as ErrorCode[]
const formCodes = [1107, 1108, 1124, 1133, 1137] as const satisfies readonly ErrorCode[]
const taskField = { type: 'string', description: '`task_id` of the submit response.' } as const
const file = { ...binary, description: 'The document. Its type is detected from the content.' }

const parseRequest = { api_key: keyField, file, ...parseFields }
export const requestSchemas = {
  ParseRequest: formSchema(parseRequest, ['api_key', 'file']),
  SubmitRequest: formSchema({ ...parseRequest, ...taskFields }, ['api_key', 'file']),
} as const

function formOf(name: keyof typeof requestSchemas): object {
  return multipart({ $ref: `#/components/schemas/${name}` }, requestSchemas[name].properties)
}

export function ownPaths({ semantic }: { semantic: boolean }): Paths {
  const parseErrors = { schema: 'ParseError', codes: allCodes, semantic } as const
  const taskErrors = { schema: 'ParseError', codes: formCodes, semantic } as const
  const keyErrors = { schema: 'Error', codes: formCodes, semantic } as const
  const ofKey = (operationId: string, summary: string, answers: Operation['responses']): Operation => ({
    operationId,
    summary,
    tags: ['Account'],
    requestBody: smallForm({ api_key: keyField }),
    responses: answers,
  })
  const taskForm = smallForm({ api_key: keyField, task_id: taskField })
  const check = (operationId: string, summary: string, description: string): Operation => ({
    operationId,
    summary,
    description,
    tags: ['Tasks'],
    requestBody: taskForm,
    responses: responses('The task.', json('CheckResponse'), taskErrors),
  })
  return {
    [`${basePath}/parse/sync`]: {
      post: {
        operationId: 'parse',
        summary: 'Parse a document and wait for the result',
        tags: ['Parse'],
        requestBody: formOf('ParseRequest'),
        responses: responses('The result.', json('ParseResponse'), parseErrors),
      },
    },
    [`${basePath}/parse/async`]: {
      post: {
        operationId: 'submit',
        summary: 'Submit a document as a task',
        tags: ['Tasks'],
        requestBody: formOf('SubmitRequest'),
        responses: responses('The task was submitted.', json('SubmitResponse'), parseErrors),
        callbacks: {
          ended: {
            '{$request.body#/callback_url}': {
              post: {
                operationId: 'taskEnded',
                summary: 'The task has ended',
                description: 'The header `X-Sheaf-Signature` has an HMAC of the body.',
                tags: ['Tasks'],
                requestBody: { content: answer(ref('CheckResponse')) },
                responses: {
                  '2XX': { description: 'Received.' },
                  '4XX': { description: 'The call is repeated later.' },
                },
              },
            },
          },
        },
      },
    },
    [`${basePath}/parse/async_check`]: {
      post: check('check', 'State, progress and result of a task', 'Held until the task ends, for some seconds.'),
    },
    [`${basePath}/parse/async_cancel`]: {
      post: check('cancel', 'Cancel a task', 'Pages that were not parsed are refunded.'),
    },
    [`${basePath}/parse/async_events`]: {
      post: {
        operationId: 'events',
        summary: 'Follow a task by server-sent events',
        description: 'Event `progress` after each change, `page` for each page, and `done` with the body of a check.',
        tags: ['Tasks'],
        requestBody: taskForm,
        responses: responses(
          'The events. The schema is that of an event with its parsed data.',
          eventContent,
          taskErrors,
        ),
      },
    },
    [`${basePath}/usage`]: {
      post: ofKey(
        'usage',
        'Remaining pages of a key',
        responses('The remaining pages.', json('UsageResponse'), keyErrors),
      ),
    },
    [`${basePath}/account`]: {
      post: ofKey(
        'account',
        'A key with its use per day and its tasks',
        responses('The key.', json('AccountResponse'), keyErrors),
      ),
    },
    '/files/{token}/{name}': {
      get: {
        operationId: 'readFile',
        summary: 'Image or zip of a result',
        description: 'The address of the link is the permission.',
        tags: ['Files'],
        parameters: ['token', 'name'].map(pathParameter),
        responses: {
          200: {
            description: 'The file.',
            content: {
              'image/png': { schema: binary },
              'image/jpeg': { schema: binary },
              'application/zip': { schema: binary },
            },
          },
          404: { description: 'Unknown or expired.', content: answer(ref('Error')) },
        },
      },
    },
    ...servicePaths,
  }
}

function json(name: SchemaName): Record<string, object> {
  return { 'application/json': ref(name) }
}

export function pathParameter(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

const eventContent = {
  'text/event-stream': {
    oneOf: [
      eventSchema('progress', ref('ProgressEvent')),
      eventSchema('page', ref('Page')),
      eventSchema('done', ref('CheckResponse')),
    ],
  },
}

function eventSchema(event: string, data: object): object {
  return { type: 'object', required: ['event', 'data'], properties: { event: { const: event }, data } }
}

function servicePath(operationId: string, summary: string, more: Operation['responses']): Paths[string] {
  return { get: { operationId, summary, tags: ['Service'], responses: more } }
}

const answer = (schema: object): object => ({ 'application/json': { schema } })
const readiness = {
  200: { description: 'Requests are answered.', content: answer(ref('Readiness')) },
  503: { description: 'Requests would fail.', content: answer(ref('Readiness')) },
}
const notAllowed = { 405: { description: 'Another method.', content: answer(ref('Error')) } }
const alive = { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } }
const servicePaths: Paths = {
  '/health': servicePath('health', 'State and load', {
    200: { description: 'Always.', content: answer(ref('Health')) },
    ...notAllowed,
  }),
  '/livez': servicePath('livez', 'Whether the process runs', {
    200: { description: 'It does.', content: answer(alive) },
    ...notAllowed,
  }),
  '/ready': servicePath('ready', 'Whether requests can be answered', { ...readiness, ...notAllowed }),
  '/readyz': servicePath('readyz', 'The same as /ready', { ...readiness, ...notAllowed }),
  [basePath]: servicePath('version', 'Name and version', {
    200: { description: 'The version.', content: answer(ref('VersionResponse')) },
    ...notAllowed,
  }),
  '/openapi.json': servicePath('openapi', 'This document', {
    200: { description: 'OpenAPI 3.1.', content: answer({ type: 'object' }) },
    ...notAllowed,
  }),
}
