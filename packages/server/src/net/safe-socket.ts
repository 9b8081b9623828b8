/** The guarded way to a server that speaks something else than HTTP: a mail server that a merchant named. */
import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'
import { Forbidden } from './safe-fetch.ts'

export type SafeTarget = { host: string; port: number; allowLoopback?: boolean; timeoutMillis?: number }

/** Connects to the very address that was checked, so that a name can't mean something else a moment later. */
export async function openSafeSocket({
  host,
  port,
  allowLoopback = false,
  timeoutMillis = 10_000,
}: SafeTarget): Promise<Socket> {
  const found = isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true })
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
    throw new Forbidden(`${host} is not an address on the open Internet`)
  return await new Promise((resolve, reject) => {
    const socket = connect({ host: found[0]!.address, port, timeout: timeoutMillis })
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
