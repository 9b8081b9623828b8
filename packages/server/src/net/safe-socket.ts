/** Outgoing connections to servers that do not speak HTTP, such as a merchant's mail server, with the same protection. */
import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'
import { BlockedRequest } from './safe-fetch.ts'

export type SafeTarget = { host: string; port: number; allowLoopback?: boolean; timeoutMillis?: number }

/** Connects to exactly the address that was checked, so that the name cannot resolve differently a moment later. */
export async function openSafeSocket({
  host,
  port,
  allowLoopback = false,
  timeoutMillis = 10_000,
}: SafeTarget): Promise<Socket> {
  const found = isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true })
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
    throw new BlockedRequest(`${host} is not a public Internet address`)
  return await new Promise((resolve, reject) => {
    const socket = connect({ host: found[0]!.address, port, timeout: timeoutMillis })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once('timeout', () => fail(new Error(`${host}:${port} did not respond in time`)))
    socket.once('connect', () => {
      socket.removeAllListeners('error').removeAllListeners('timeout').setTimeout(0)
      resolve(socket)
    })
  })
}
