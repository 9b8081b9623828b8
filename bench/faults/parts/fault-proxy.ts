/** A network connection that can be broken: a TCP proxy that refuses, cuts, drops, trickles or delays. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** `away`: refuses connections and cuts existing ones. `hang`: drops everything. `trickle`: a few bytes at a time. */
export type Trouble = 'none' | 'away' | 'hang' | 'trickle' | 'late'

export type FaultProxy = { port: number; set(trouble: Trouble): Promise<void>; close(): Promise<void> }

const drop = 512
const late = 200

export async function openFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  let trouble: Trouble = 'none'
  const sockets = new Set<Socket>()
  const pass = async (bytes: Buffer, to: Socket) => {
    if (trouble === 'hang') return
    if (trouble === 'late') await pause(late)
    if (trouble !== 'trickle') return void to.write(bytes)
    for (let at = 0; at < bytes.length; at += drop) {
      to.write(bytes.subarray(at, at + drop))
      await pause(20)
    }
  }
  const join = (from: Socket, to: Socket) => {
    sockets.add(from)
    // One after another, however long each takes.
    let passing = Promise.resolve()
    from.on('data', (bytes) => {
      passing = passing.then(() => pass(bytes, to))
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((near) => {
    const far = connect(target.port, target.host)
    join(near, far)
    join(far, near)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const shut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    port,
    async set(next) {
      const before = trouble
      trouble = next
      if (next === 'away') return await shut()
      if (!server.listening) await listen(port)
      // Dropped bytes are lost: the connection cannot continue without them.
      if (before === 'hang' && next !== 'hang') for (const socket of sockets) socket.destroy()
    },
    close: shut,
  }
}
