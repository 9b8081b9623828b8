/** A connection between two programs that can be cut: both ends stay open, and nothing arrives any more. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Link = { port: number; cut(): void; close(): Promise<void> }

export async function openLink(to: number): Promise<Link> {
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.on('data', (bytes) => isCut || into.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        ends.delete(from)
        into.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
    },
    close: async () => {
      server.close()
      for (const end of ends) end.destroy()
    },
  }
}
