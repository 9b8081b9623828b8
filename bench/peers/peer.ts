/** Something else that keeps wishlists, run by whoever compares: spoken to over HTTP, as its own storefront would. */

export type Peer = {
  /** As it is called in `--peer NAME=URL`. */
  name: string
  title: string
  open(url: URL, options: PeerOptions): Promise<Opened>
}

export type PeerOptions = {
  /** How many customers are made; each is one of the clients. */
  customers: number
  /** What the peer needs to let a storefront in, where it does. */
  key: string | undefined
}

/** Customers signed in, and a catalog to choose from. */
export type Opened = {
  url: URL
  /** Calls that add a product to a list that hasn't got it, so many of them; made anew before each round. */
  prepareAdds(count: number): Promise<() => string | null>
  /** Calls that fetch what a customer saved: as much of ten lists of ten items as the peer knows. */
  prepareFetches(): Promise<{ next: () => string; says: string }>
}

export type Ask = { method?: string; path: string; headers?: Record<string, string>; body?: unknown }

/** One call while preparing, its answer read; anything but success ends the comparison with a sentence. */
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

/** The same as the bytes of a request, for the load. */
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

/** Each once, then nothing: what is saved can't be saved again. */
export function eachOnce(requests: string[]): () => string | null {
  let place = 0
  return () => requests[place++] ?? null
}

/** Some at once, in order: a peer is prepared in seconds, and not drowned. */
export async function inTurns<In, Out>(many: In[], work: (one: In) => Promise<Out>): Promise<Out[]> {
  const found: Out[] = new Array(many.length)
  let place = 0
  const worker = async () => {
    for (let mine = place++; mine < many.length; mine = place++) found[mine] = await work(many[mine]!)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return found
}
