/** The network of a caller, for limits: an IPv4 address, or the first 64 bits of IPv6, which belong to one customer. */
import { BlockList, isIPv4 } from 'node:net'

/** Addresses of proxies, containers or this machine, which many callers share: see TRUST_PROXY. */
const shared = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  shared.addSubnet(net, bits, 'ipv4')
shared.addAddress('::1', 'ipv6')
shared.addSubnet('fc00::', 7, 'ipv6')
shared.addSubnet('fe80::', 10, 'ipv6')

/** Null for an address that many callers share. */
export function networkOf(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return shared.check(plain, 'ipv4') ? null : plain
  if (shared.check(plain, 'ipv6')) return null
  const [head = '', tail = ''] = plain.split('::')
  const [left, right] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const zeros = plain.includes('::') ? Math.max(0, 8 - left!.length - right!.length) : 0
  const groups = [...left!, ...Array<string>(zeros).fill('0'), ...right!]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
