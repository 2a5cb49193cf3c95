/** Callbacks over a real socket: signature, retries, duplicate requests, private networks. */
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { callbackSecret } from '../../../src/accounts/callback-secrets.ts'
import { UnavailableError } from '../../../src/model/errors.ts'
import { createNodeDelivery } from '../../../src/queue/callback-delivery.node.ts'
import { formInit } from '../../http/form.ts'
import { closers, listen, start, until } from './open-callbacks.node.ts'

describe('callbacks', () => {
  test('have the check response as body, signed with the secret of the key', async () => {
    const { url, calls } = await listen()
    const { app, id, apiKey, submit } = await start({
      CALLBACK_ALLOW_PRIVATE: 'on',
      SERVER_SECRET: 'a-secret-of-this-test',
    })
    const { data } = await submit(url)
    await until(() => calls.length === 1)
    const [call] = calls
    const check = formInit([
      { name: 'api_key', value: apiKey },
      { name: 'task_id', value: data.task_id },
    ])
    expect(call?.body).toBe(await (await app.call('/api/v1/parse/async_check', check)).text())
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ code: 0, data: { task_id: data.task_id, status: 'SUCCESS' } })
    const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers['x-sheaf-signature'])) ?? []
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(10)
    const secret = createHmac('sha256', 'a-secret-of-this-test').update(id).digest('hex')
    expect(secret).toBe(await callbackSecret(app.deps.sql, id, 'a-secret-of-this-test'))
    expect(signature).toBe(createHmac('sha256', secret).update(`${time}.${call?.body}`).digest('hex'))
    const state = async () => (await app.deps.sql.all('SELECT callback_state FROM tasks'))[0]?.callback_state
    await until(async () => (await state()) === 'done')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(calls).toHaveLength(1)
  })

  test('without SERVER_SECRET a random one is stored', async () => {
    const { app } = await start({})
    const { sql } = app.deps
    const secrets = await Promise.all([
      callbackSecret(sql, 'key_a', null),
      callbackSecret(sql, 'key_a', null),
      callbackSecret(sql, 'key_b', null),
    ])
    expect(secrets[0]).toBe(secrets[1])
    expect(secrets[0]).not.toBe(secrets[2])
  })

  test('are retried with a delay', async () => {
    const { url, calls } = await listen([500, 302, 204])
    const { app, submit } = await start({ CALLBACK_ALLOW_PRIVATE: 'on' })
    await submit(url)
    const row = async () =>
      (
        await app.deps.sql.all<{
          callback_state: string
          callback_attempts: number
          callback_at: number
          lease_owner: string | null
        }>('SELECT * FROM tasks')
      )[0]
    await until(async () => (await row())?.callback_attempts === 1 && (await row())?.lease_owner === null)
    expect((await row())?.callback_at).toBeGreaterThan(Date.now() + 8000)
    for (const attempt of [2, 3]) {
      await app.deps.sql.run('UPDATE tasks SET callback_at = 0')
      await until(async () => (await row())?.callback_attempts === attempt && calls.length === attempt)
      // The result is recorded after the call.
      await until(async () => (await row())?.lease_owner === null)
    }
    await until(async () => (await row())?.callback_state === 'done')
    // The redirect was not followed.
    expect(calls).toHaveLength(3)
    expect(
      app.logged.filter(({ message }) => message === 'a callback failed').map(({ fields }) => fields.reason),
    ).toEqual(['status 500', expect.stringContaining('redirected (302)')])
  })

  test('are sent for failed tasks too', async () => {
    const { url, calls } = await listen()
    const { app, submit } = await start({ CALLBACK_ALLOW_PRIVATE: 'on', MAX_ATTEMPTS: '1' })
    app.deps.pool.parsePages = async () => {
      throw new Error('the engine is out of order')
    }
    await submit(url)
    await until(() => calls.length === 1)
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      code: 0,
      data: { status: 'FAILED', error_code: 1137, result: null },
    })
  })
})

describe('the existing task of a duplicate request', () => {
  test('calls the later URL too, before and after its end', async () => {
    const [first, second] = [await listen(), await listen()]
    const { app, submit } = await start({ CALLBACK_ALLOW_PRIVATE: 'on' })
    const { data } = await submit(first.url)
    await until(async () => (await app.sql.all('SELECT callback_state FROM tasks'))[0]?.callback_state === 'done')
    const again = await submit(second.url, { dedupe: 'true' })
    expect(again.data.task_id).toBe(data.task_id)
    await until(() => second.calls.length === 1)
    expect(second.calls[0]?.body).toBe(first.calls[0]?.body)
    expect(first.calls).toHaveLength(1)
    expect(await app.sql.all('SELECT count(*) AS n FROM tasks')).toEqual([{ n: 1 }])
  })

  test('is the response also while the queue is unavailable', async () => {
    const [first, second] = [await listen(), await listen()]
    const { app, submit } = await start({ CALLBACK_ALLOW_PRIVATE: 'on' })
    const { data } = await submit(first.url)
    await until(async () => (await app.sql.all('SELECT callback_state FROM tasks'))[0]?.callback_state === 'done')
    vi.spyOn(app.deps.tasks!.queue, 'send').mockRejectedValueOnce(new UnavailableError('the queue does not answer'))
    expect(await submit(second.url, { dedupe: 'true' })).toMatchObject({ code: 0, data: { task_id: data.task_id } })
    await until(() => second.calls.length === 1)
  })

  test('warns if another callback is still pending', async () => {
    const [first, second] = [await listen([500]), await listen()]
    const { app, submit } = await start({ CALLBACK_ALLOW_PRIVATE: 'on' })
    await submit(first.url)
    await until(
      async () =>
        first.calls.length === 1 && (await app.sql.all('SELECT lease_owner FROM tasks'))[0]?.lease_owner === null,
    )
    const again = await submit(second.url, { dedupe: 'true' })
    expect(again.warnings).toEqual([expect.stringMatching(/^callback_url: the existing task/)])
    expect(second.calls).toHaveLength(0)
  })
})

describe('delivery', () => {
  const delivery = (url: string) => ({ url, headers: {}, body: new Uint8Array(3), timeoutMs: 2000 })

  test('names that resolve to a private network are refused', async () => {
    const { url, calls } = await listen()
    const deliver = createNodeDelivery({ allowPrivate: false })
    for (const address of [url, url.replace('127.0.0.1', 'localhost'), 'http://[::1]/'])
      expect(await deliver(delivery(address))).toMatchObject({ ok: false, permanent: true })
    expect(calls).toEqual([])
  })

  test('a server that switches protocols is a failure', async () => {
    const switching = createServer().on('upgrade', () => undefined)
    switching.on('connection', (socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    )
    await new Promise<void>((resolve) => switching.listen(0, '127.0.0.1', resolve))
    closers.push(async () => void switching.close())
    const { port } = switching.address() as AddressInfo
    const deliver = createNodeDelivery({ allowPrivate: true })
    expect(await deliver(delivery(`http://127.0.0.1:${port}/`))).toMatchObject({ ok: false, permanent: false })
  })

  test('refused connections and missing responses are failures', async () => {
    const deliver = createNodeDelivery({ allowPrivate: true })
    expect(await deliver(delivery('http://127.0.0.1:1/'))).toMatchObject({ ok: false, permanent: false })
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closers.push(async () => {
      silent.closeAllConnections()
      silent.close()
    })
    const startedAt = Date.now()
    expect(
      await deliver({ ...delivery(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`), timeoutMs: 200 }),
    ).toMatchObject({ ok: false })
    expect(Date.now() - startedAt).toBeLessThan(1500)
  })
})
