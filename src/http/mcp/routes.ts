/** POST /mcp: Model Context Protocol as streamable HTTP, without sessions: any process answers. */
import type { Hono } from 'hono'
import { ParseError } from '../../model/errors.ts'
import { readBodyText } from '../../uploads/request-body.ts'
import type { AppEnv } from '../app-env.ts'
import { type CompatContext, requireHeaderKey, withErrorShape, withUploadSlot } from '../compat/access.ts'
import { publicOrigin } from '../public-origin.ts'

/** Maximum size of a message, because it is in memory as a whole. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024
const SERVER_ERROR = -32_000

export function routeMcp(app: Hono<AppEnv>, context: CompatContext): void {
  const { deps } = context
  if (!deps.settings.compat.mcp) return
  const handle = withErrorShape(deps, (c, { message, status }) =>
    c.json({ jsonrpc: '2.0', error: { code: SERVER_ERROR, message }, id: null }, status),
  )
  app.post(
    '/mcp',
    handle(async (c) => {
      const { tasks } = deps
      if (tasks === null)
        throw new ParseError(
          1137,
          'MCP needs the queue of asynchronous parsing, which this deployment does not have.',
          {
            status: 501,
          },
        )
      const apiKey = await requireHeaderKey(c, deps)
      const message = await withUploadSlot(c, context, (body) =>
        readBodyText(body, {
          maxBytes: MAX_MESSAGE_BYTES,
          tooLarge: () => new ParseError(1118, `The message is larger than ${MAX_MESSAGE_BYTES >> 20} MB. Send a URL.`),
        }),
      )
      const { mcpResponse } = await import('./mcp-response.ts')
      return await mcpResponse(c.req.raw, message, {
        deps,
        tasks,
        apiKey,
        publicOrigin: publicOrigin(c, deps.settings),
      })
    }),
  )
}
