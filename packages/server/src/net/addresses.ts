/** Which addresses are somebody else's machine on the open Internet, and which lead back into our own house. */
import ipaddr from 'ipaddr.js'

/**
 * True for what the Internet routes and nothing else: no private, local, reserved or multicast address, and none that holds
 * another inside (mapped, translated, tunnelled), whatever the one inside is.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const read = ipaddr.parse(address)
  if (read.kind() === 'ipv4') return ipaddr.IPv4.isValidFourPartDecimal(address) && read.range() === 'unicast'
  // Of IPv6 only 2000::/3 was ever given out; the library calls the rest unicast where it knows no name for it.
  const isGivenOut = ((read as ipaddr.IPv6).parts[0]! & 0xe000) === 0x2000
  return isGivenOut && read.range() === 'unicast'
}

/** The machine itself, which only tests and an installation that asks for it may reach. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}
