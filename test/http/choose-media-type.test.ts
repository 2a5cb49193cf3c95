/** Content negotiation by the header `Accept` (RFC 9110). */
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { chooseMediaType } from '../../src/http/choose-media-type.ts'

test.each([
  ['', 'text/plain'],
  ['*/*', 'text/plain'],
  ['text/*', 'text/plain'],
  ['text/html', 'text/html'],
  ['TEXT/HTML; charset=utf-8', 'text/html'],
  ['application/json, text/plain, */*', 'application/json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['text/html;q=0.2, application/json;q=0.7', 'application/json'],
  ['text/html, image/gif, *; q=.2, */*; q=.2', 'text/html'],
  ['image/png', null],
  ['image/png, */*;q=0', null],
  [',;q=,/', null],
])('Accept: %s → %s', async (accept, chosen) => {
  const app = new Hono().get('/', (c) => c.json(chooseMediaType(c, ['text/plain', 'text/html', 'application/json'])))
  expect(await (await app.request('/', { headers: { accept } })).json()).toBe(chosen)
})
