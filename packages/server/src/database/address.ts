/** The address of a database: one host or the several hosts of a cluster, and the kind of pooler in front of it, if known. */

/**
 * How connections are pooled. `transaction`: each transaction may run on another PostgreSQL connection, so no session state
 * survives it.
 * `prepared`: the same, but prepared statements work across connections.
 */
export type Pooler = 'none' | 'transaction' | 'prepared'

export type Address = {
  /** As the driver expects it: without our own parameters. */
  url: string
  /** Without the password: safe to show. */
  place: string
  hosts: string[]
  /** Null when the address does not say. */
  pooler: Pooler | null
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/
const oneHost = /^([\w.-]+|\[[\da-f:.]+\])?(:\d{1,5})?$/i
const isPooler = (word: string | null): word is Pooler => ['none', 'transaction', 'prepared'].includes(word ?? '')

/** Null when the text is no database address. A web URL has one host; a PostgreSQL URL may list several. */
export function readAddress(text: string): Address | null {
  const [, start = '', hosts = '', name = '', query = ''] = shape.exec(text) ?? []
  const list = hosts.split(',')
  if (!URL.canParse(start + list[0] + name) || !list.every((host) => oneHost.test(host))) return null
  const params = new URLSearchParams(query)
  const pooler = params.get('pooler')
  if (pooler !== null && !isPooler(pooler)) return null
  params.delete('pooler')
  const url = start + hosts + name + (params.size > 0 ? `?${params}` : '')
  return { url, place: hosts + name, hosts: list, pooler }
}

/** The same address with the pooler that was detected. */
export function withPooler(text: string, pooler: Pooler): string {
  const url = readAddress(text)!.url
  return `${url}${url.includes('?') ? '&' : '?'}pooler=${pooler}`
}
