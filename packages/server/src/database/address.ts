/** The address of a database: one host or several of a cluster, and what is known of a pooler before it. */

/**
 * `transaction`: a connection of ours is another one of PostgreSQL's at each transaction, and nothing may be left behind on it.
 * `prepared`: the same, but the pooler carries prepared statements over.
 */
export type Pooler = 'none' | 'transaction' | 'prepared'

export type Address = {
  /** As the driver takes it. */
  url: string
  /** What may be shown: without the password. */
  place: string
  hosts: string[]
  /** Null when nobody has said so yet. */
  pooler: Pooler | null
}

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)(\/[^?]*)?(?:\?(.*))?$/
const oneHost = /^([\w.-]+|\[[\da-f:.]+\])?(:\d{1,5})?$/i
const isPooler = (word: string | null): word is Pooler => ['none', 'transaction', 'prepared'].includes(word ?? '')

/** Null when it is none. The URLs of the web know one host only, those of PostgreSQL as many as one likes. */
export function readAddress(text: string): Address | null {
  const [, start = '', hosts = '', name = '', query = ''] = shape.exec(text) ?? []
  const list = hosts.split(',')
  if (!URL.canParse(start + list[0] + name) || !list.every((host) => oneHost.test(host))) return null
  const said = new URLSearchParams(query)
  const pooler = said.get('pooler')
  if (pooler !== null && !isPooler(pooler)) return null
  said.delete('pooler')
  const url = start + hosts + name + (said.size > 0 ? `?${said}` : '')
  return { url, place: hosts + name, hosts: list, pooler }
}

/** The same address, with what was found out about it. */
export function namePooler(text: string, pooler: Pooler): string {
  const url = readAddress(text)!.url
  return `${url}${url.includes('?') ? '&' : '?'}pooler=${pooler}`
}
