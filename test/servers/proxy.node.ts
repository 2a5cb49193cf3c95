/** A TCP proxy whose connections can become unresponsive without closing, as after the loss of a machine. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  readonly port: number
  /** Open connections discard everything from now on; new ones work. */
  goDead(): void
  close(): void
}

export async function openProxy(targetPort: number): Promise<Proxy> {
  const open = new Set<Socket>()
  const dead = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    const pass = (to: Socket) => (bytes: Uint8Array) => {
      if (!dead.has(client)) to.write(bytes)
    }
    open.add(client)
    client.on('data', pass(target)).on('error', () => undefined)
    target.on('data', pass(client)).on('error', () => undefined)
    client.on('close', () => {
      open.delete(client)
      target.destroy()
    })
    target.on('close', () => {
      if (!dead.has(client)) client.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    goDead() {
      for (const client of open) dead.add(client)
    },
    close() {
      for (const client of open) client.destroy()
      server.close()
    },
  }
}
