/** A connection to a server that speaks something else than HTTP. */
import { connect, type Socket } from 'node:net'

export type Target = { host: string; port: number; timeoutMillis: number; localAddress?: string | undefined }

/**
 * Nothing waits to be sent together with what comes next: a mail's last line would stay with us until the server has confirmed
 * the lines before, which it puts off for 40 ms.
 */
export async function openSocket({ host, port, timeoutMillis, localAddress }: Target): Promise<Socket> {
  return await new Promise((resolve, reject) => {
    const own = localAddress === undefined ? {} : { localAddress }
    const socket = connect({ host, port, noDelay: true, keepAlive: true, timeout: timeoutMillis, ...own })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once('timeout', () => fail(new Error(`${host}:${port} did not answer in time`)))
    socket.once('connect', () => {
      socket.removeAllListeners('error').removeAllListeners('timeout').setTimeout(0)
      resolve(socket)
    })
  })
}
