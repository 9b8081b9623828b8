/** Which IP addresses are on the public Internet, and which belong to our own network. */
import ipaddr from 'ipaddr.js'

/**
 * True only for addresses that the Internet routes: not private, local, reserved or multicast, and none that embeds another
 * address (mapped, translated, tunnelled).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const read = ipaddr.parse(address)
  if (read.kind() === 'ipv4') return ipaddr.IPv4.isValidFourPartDecimal(address) && read.range() === 'unicast'
  // Only 2000::/3 of IPv6 is allocated; the library calls other unnamed ranges unicast too.
  const isGivenOut = ((read as ipaddr.IPv6).parts[0]! & 0xe000) === 0x2000
  return isGivenOut && read.range() === 'unicast'
}

/** This machine itself. Only tests, and installations that allow it, may call it. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
}
