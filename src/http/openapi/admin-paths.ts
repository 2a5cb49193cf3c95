import { z } from 'zod'
import { adminBodySchemas } from '../admin-bodies.ts'
import { type Operation, type Paths, ref, responses } from './operations.ts'
import { pathParameter } from './own-paths.ts'
import type { SchemaName } from './schemas.ts'

const errors = { schema: 'Error', codes: [1107, 1133, 1137], semantic: true } as const

export function adminPaths(): Paths {
  const operation = (
    operationId: string,
    summary: string,
    {
      schema,
      body,
      parameters = [],
    }: { schema: SchemaName; body?: keyof typeof adminBodySchemas; parameters?: object[] },
  ): Operation => ({
    operationId,
    summary,
    tags: ['Admin'],
    security: [{ adminToken: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body) }),
    responses: responses('Done.', { 'application/json': ref(schema) }, errors),
  })
  const parameters = [pathParameter('id')]
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 } }
  return {
    '/admin/keys': {
      get: operation('listKeys', 'All keys', { schema: 'KeysResponse' }),
      post: operation('createKey', 'Create a key', { schema: 'CreatedKeyResponse', body: 'creation' }),
    },
    '/admin/keys/{id}': {
      get: operation('readKey', 'A key', { schema: 'KeyResponse', parameters }),
      patch: operation('changeKey', 'Change a key', { schema: 'KeyResponse', body: 'change', parameters }),
    },
    '/admin/keys/{id}/top_up': {
      post: operation('topUpKey', 'Add paid pages', { schema: 'KeyResponse', body: 'topUp', parameters }),
    },
    '/admin/keys/{id}/rotate': {
      post: operation('rotateKey', 'Replace the text of a key', { schema: 'RotatedKeyResponse', parameters }),
    },
    '/admin/status': {
      get: operation('status', 'Queue, workers, errors, storage', { schema: 'StatusResponse' }),
    },
    '/admin/usage': {
      get: operation('dailyUsage', 'Pages per key and day', { schema: 'DailyUsageResponse' }),
    },
    '/admin/keys/{id}/tasks': {
      get: operation('listTasks', 'Newest tasks of a key', {
        schema: 'TasksResponse',
        parameters: [...parameters, limit],
      }),
    },
  }
}

function bodyOf(kind: keyof typeof adminBodySchemas): object {
  const { $schema: _, ...schema } = z.toJSONSchema(adminBodySchemas[kind], { io: 'input' })
  return { required: kind === 'topUp', content: { 'application/json': { schema } } }
}
