/** The open connections of an HTTP server, so that stopping closes those that wait for nothing and leaves those being served. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const OFTEN = 25

/** Returns what begins the closing; it goes on until the server has closed. */
export function watchConnections(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // Browsers and balancers connect ahead of need, and Node counts such a connection as busy.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return () => {
    closeIdle()
    // A connection that was busy turns idle when its answer is out.
    const again = setInterval(closeIdle, OFTEN)
    server.once('close', () => clearInterval(again))
  }
}
