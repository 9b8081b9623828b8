/** Another wishlist service, started by the person who compares: called over HTTP, as its own storefront would. */

export type Peer = {
  /** Its name in `--peer NAME=URL`. */
  name: string
  title: string
  open(url: URL, options: PeerOptions): Promise<Opened>
}

export type PeerOptions = {
  /** How many customers are created; each is one of the clients. */
  customers: number
  /** The key that the service needs to accept a storefront, if any. */
  key: string | undefined
}

/** Signed-in customers, and a catalog to choose from. */
export type Opened = {
  url: URL
  /** Calls that add a product to a list without it, created again before each round. */
  prepareAdds(count: number): Promise<() => string | null>
  /** Calls that fetch what a customer saved: as much of ten lists of ten items as the service supports. */
  prepareFetches(): Promise<{ next: () => string; says: string }>
}

export type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: unknown }

/** One call during preparation, with its response; anything but success stops the comparison with a message. */
export async function ask<Answer>(title: string, url: URL, { method, path, headers, body }: Ask): Promise<Answer> {
  const reply = await fetch(new URL(path, url), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${title} answered ${path} with ${reply.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text) as Answer
}

/** The same as raw request bytes, for the load. */
export function writeAsk({ host }: URL, { method, path, headers = {}, body }: Ask): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method ?? (body === undefined ? 'GET' : 'POST')} ${path} HTTP/1.1`,
    `host: ${host}`,
    'user-agent: heartbell-bench',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(text ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${text}`
}

/** Each request once, then null: a saved product cannot be saved again. */
export function eachOnce(requests: string[]): () => string | null {
  let place = 0
  return () => requests[place++] ?? null
}

/** A few at a time, in order: preparation takes seconds and does not overload the service. */
export async function inTurns<In, Out>(many: In[], work: (one: In) => Promise<Out>): Promise<Out[]> {
  const found: Out[] = new Array(many.length)
  let place = 0
  const worker = async () => {
    for (let mine = place++; mine < many.length; mine = place++) found[mine] = await work(many[mine]!)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return found
}
