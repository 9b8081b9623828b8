/** Network addresses of people: what counts as one network, and how much of an address is shown. */

/** An IPv4 address embedded in an IPv6 address is the IPv4 address. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

/** The eight groups of an IPv6 address; null for anything else. */
function readGroups(address: string): string[] | null {
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null
  const [before = '', after] = address.split('::')
  const left = before ? before.split(':') : []
  const right = after ? after.split(':') : []
  const missing = after === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array(Math.max(0, missing)).fill('0'), ...right]
  return groups.length === 8 ? groups.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()) : null
}

/** Guesses are counted per network: an IPv6 host owns a whole /64 and could use a new address for every guess. */
export function networkOf(address: string): string {
  const text = plain(address)
  const groups = readGroups(text)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : text
}

/** Enough to recognize a place, too little to track a person. */
export function shortenAddress(address: string): string {
  const text = plain(address)
  const groups = readGroups(text)
  if (groups) return `${groups.slice(0, 3).join(':')}:…`
  return /^\d+\.\d+\.\d+\.\d+$/.test(text) ? text.replace(/\.\d+$/, '.x') : ''
}
