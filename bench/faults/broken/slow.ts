/** Callers that never finish, and a mail server that does not answer: each is closed in its time and affects nothing else. */
import { connect } from 'node:net'
import { openShop } from '../../setup/shop.ts'
import { openPost } from '../attacks/known/received-mail.ts'
import { openFaultProxy } from '../parts/fault-proxy.ts'
import type { Part } from './part.ts'
import { timeUntil } from './part.ts'

/** `within`: seconds until the server must close the connection. */
const head = 'POST /api/v3/lists/create?pid=x HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n'
const callers = {
  'half a head': { sends: head, within: 40 },
  'half a body': { sends: `${head}content-length: 100\r\n\r\n{"lname":`, within: 45 },
} as const

export const slowConnections: Part = async (guard) => {
  const post = await openPost()
  const proxy = await openFaultProxy({ host: '127.0.0.1', port: post.port })
  const env = { HEARTBELL_MAIL_URL: `smtp://127.0.0.1:${proxy.port}?from=wishes@shop.example` }
  const shop = await openShop({ env })
  const { url } = shop.server
  const wrong: string[] = []
  try {
    const telling = tellThroughSilence(shop, proxy, post)
    const letGo = Object.entries(callers).map(async ([name, { sends, within }]) => {
      const seconds = await waitForEnd(url, sends, guard === 'endless' ? 1 : within)
      if (seconds === null) wrong.push(`${name}: the connection was still open after ${within} s`)
      return `${name} ${seconds ?? 'never'} s`
    })
    const greedy = askWithoutReading(url)
    const answered = await timeUntil(async () => (await fetch(new URL('/healthz', url))).status === 200, 5_000)
    if (answered === null) wrong.push('somebody who never reads keeps others from being answered')
    const times = await Promise.all(letGo)
    greedy.destroy()
    const mail = await telling
    if (mail.length > 0) wrong.push(mail)
    return {
      did: `slow callers let go after ${times.join(', ')}; a mail server that was silent got its mail later`,
      wrong,
    }
  } finally {
    await shop.close()
    await proxy.close()
    await post.close()
  }
}

async function waitForEnd(url: URL, sends: string, seconds: number): Promise<number | null> {
  const since = performance.now()
  const socket = connect(Number(url.port), url.hostname)
  const ended = new Promise<true>((resolve) => socket.on('close', () => resolve(true)).on('error', () => {}))
  socket.resume().write(sends)
  const late = new Promise<null>((resolve) => setTimeout(resolve, seconds * 1000, null).unref())
  const isEnded = await Promise.race([ended, late])
  socket.destroy()
  return isEnded && Math.round((performance.now() - since) / 1000)
}

/** Requests much and reads nothing. */
function askWithoutReading(url: URL) {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {}).pause()
  for (let n = 0; n < 200; n++) socket.write(`GET /openapi.json HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`)
  return socket
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** An alert is due while the mail server accepts connections and does not answer; it arrives once when the server answers again. */
async function tellThroughSilence(
  { server, keys }: Shop,
  proxy: Awaited<ReturnType<typeof openFaultProxy>>,
  post: Awaited<ReturnType<typeof openPost>>,
): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${keys.pid}:${keys.apiKey}`).toString('base64')}`
  const admin = (path: string, fields: Record<string, string>) =>
    fetch(new URL(`/storeadmin/${path}`, server.url), {
      method: 'POST',
      headers: { authorization, 'user-agent': 'faults' },
      body: new URLSearchParams(fields),
    })
  const product = { epi: 's', empi: 's', du: 'https://shop.example/s' }
  await admin('v3/catalog/products', { products: JSON.stringify([{ ...product, dt: 'Silence', stk: 0 }]) })
  await admin('bispa/subscriptions/create', {
    ...{ medium: 'email', mediumvalue: 'silence@shop.example', topics: '["backinstock"]' },
    products: JSON.stringify([product]),
  })
  await proxy.set('hang')
  await admin('v3/catalog/stock', { items: JSON.stringify([{ epi: 's', stk: 1 }]) })
  // As long as nodemailer waits for a greeting.
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  await proxy.set('none')
  await timeUntil(async () => post.mails.length > 0, 60_000)
  return post.mails.length === 1 ? '' : `${post.mails.length} mails came through a mail server that had been silent`
}
