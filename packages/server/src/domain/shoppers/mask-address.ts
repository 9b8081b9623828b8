/** Masks an address for logs: enough to recognise it, not enough to write to it. */

/** `ada@example.org` becomes `a…@e….org`, `+491701234567` becomes `+49…67`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return address.length < 8 ? '…' : `${address.slice(0, 3)}…${address.slice(-2)}`
  const [host = '', ending] = [address.slice(at + 1), address.slice(address.lastIndexOf('.') + 1)]
  return `${address.slice(0, 1)}…@${host.slice(0, 1)}….${ending}`
}
