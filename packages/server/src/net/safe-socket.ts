/** The guarded way to a server that speaks something else than HTTP: a mail server that a merchant named. */
import { lookup } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from './addresses.ts'
import { Forbidden } from './safe-fetch.ts'
import { openSocket, type Target } from './socket.ts'

/** Connects to the very address that was checked, so that a name can't mean something else a moment later. */
export async function openSafeSocket(target: Target, { allowLoopback = false } = {}): Promise<Socket> {
  const { host } = target
  const found = isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true })
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopbackAddress(address))
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
    throw new Forbidden(`${host} is not an address on the open Internet`)
  return await openSocket({ ...target, host: found[0]!.address })
}
