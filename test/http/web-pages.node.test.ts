/** The web pages as files: content negotiation, headers, unknown names. The pages themselves: test/web. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebFiles, gzip } from '../../src/runtime/web-files.node.ts'
import { type OpenedApp, openApp } from './open-app.node.ts'

const html = { headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' } }
let app: OpenedApp
let withoutPages: OpenedApp
beforeAll(async () => {
  app = await openApp({ replace: () => ({ readWebFile: createWebFiles(), gzip }) })
  withoutPages = await openApp()
})
afterAll(async () => {
  await app.close()
  await withoutPages.close()
})

describe('web pages', () => {
  test('the root is a page for browsers and JSON for other clients', async () => {
    const page = await app.call('/', html)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('vary')).toContain('Accept')
    for (const init of [undefined, { headers: { accept: '*/*' } }, { headers: { accept: 'application/json' } }]) {
      const json = await app.call('/', init)
      expect(json.headers.get('content-type')).toContain('application/json')
      expect(await json.json()).toMatchObject({ code: 0 })
    }
  })

  test.each(['/', '/dashboard', '/docs'])(
    '%s has no inline script or style and loads only from the service',
    async (path) => {
      const page = await app.call(path, html)
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toContain('unsafe')
      const text = await page.text()
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\bon\w+=|style=/)
      const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
      expect(addresses.length).toBeGreaterThan(3)
      for (const address of addresses) {
        expect(address).toMatch(/^(assets\/|openapi\.json$)/)
        const file = await app.call(`/${address}`)
        expect([address, file.status]).toEqual([address, 200])
        if (/-[A-Z0-9]{8}\./.test(address)) expect(file.headers.get('cache-control')).toContain('immutable')
      }
    },
  )

  test.each(['/', '/dashboard', '/docs'])('the first load of %s is at most 200 KB', async (path) => {
    const accepts = { headers: { ...html.headers, 'accept-encoding': 'gzip' } }
    const page = await app.call(path, accepts)
    const text = await (await app.call(path, html)).text()
    let bytes = (await page.arrayBuffer()).byteLength
    for (const [, address = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g))
      bytes += (await (await app.call(`/${address}`, accepts)).arrayBuffer()).byteLength
    expect(bytes).toBeLessThan(200_000)
    expect(bytes).toBeGreaterThan(20_000)
  })

  test('files are compressed if the client accepts it', async () => {
    const [, script = ''] = /src="(assets\/playground[^"]+)"/.exec(await (await app.call('/', html)).text()) ?? []
    const plain = await app.call(`/${script}`, { headers: { 'accept-encoding': 'gzip;q=0' } })
    const gzip = await app.call(`/${script}`, { headers: { 'accept-encoding': 'gzip, deflate' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect((await gzip.arrayBuffer()).byteLength).toBeLessThan((await plain.arrayBuffer()).byteLength / 2)
  })

  test('the description of the API is compressed if the client accepts it, with the origin of the request', async () => {
    for (const origin of ['http://one.example', 'http://two.example'])
      for (const encoding of ['gzip', 'identity']) {
        const response = await app.call(`${origin}/openapi.json`, { headers: { 'accept-encoding': encoding } })
        expect(response.headers.get('vary')).toContain('Accept-Encoding')
        expect(response.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
        const bytes = new Uint8Array(await response.arrayBuffer())
        const text = new TextDecoder().decode(encoding === 'gzip' ? gunzipSync(bytes) : bytes)
        expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0', servers: [{ url: origin }] })
      }
  })

  test.each(['nothing.js', '..%2Feng.traineddata', 'eng.traineddata', 'x'.repeat(300)])(
    'there is no file %s',
    async (name) => {
      expect((await app.call(`/assets/${name}`)).status).toBe(404)
    },
  )

  test('without built pages the root is JSON, and the others say what to do', async () => {
    expect((await withoutPages.call('/', html)).headers.get('content-type')).toContain('application/json')
    const page = await withoutPages.call('/dashboard', html)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('build:web')
  })
})
