/** Notifications of the browser (RFC 8030), encrypted for the one browser that asked (RFC 8291) and signed with the store's key (RFC 8292). */
import { createHash } from 'node:crypto'
import type { SafeFetch } from '../net/safe-fetch.ts'
import { ask, type Patience, readOutcome } from './answers.ts'
import type { Channel, Message } from './channel.ts'

export type WebPushOptions = Patience & {
  fetch: SafeFetch
  subject: string
  publicKey: string
  privateKey: string
  iconUrl?: string | undefined
}

/** Half a day: an alert that a browser gets tomorrow is of no use. */
const timeToLive = 12 * 3600

export function openWebPush({ fetch, iconUrl, timeoutMillis, ...keys }: WebPushOptions): Channel {
  return {
    async send(message) {
      const call = await encrypt(message, keys, iconUrl)
      if ('fault' in call) return { kind: 'refused', reason: call.fault, addressFault: true }
      const { endpoint, ...what } = call
      const answer = await ask(fetch, endpoint, { method: 'POST', timeoutMillis, ...what })
      const { status } = answer
      if (status >= 200 && status < 300) return { kind: 'sent', providerId: `push:${message.messageId}` }
      // The browser took its leave; its address leads nowhere from now on.
      if (status === 404 || status === 410) return { kind: 'refused', reason: `${status} gone`, addressFault: true }
      if (status === 0 && 'isForbidden' in answer && answer.isForbidden)
        return { kind: 'refused', reason: answer.reason, addressFault: true }
      return readOutcome(answer)
    },
    check: () => checkKeys(keys),
    close: () => {},
  }
}

type Keys = Pick<WebPushOptions, 'subject' | 'publicKey' | 'privateKey'>
type PushCall = { endpoint: string; headers: Record<string, string>; body: Uint8Array }

/** Loaded with the first message: many a process never sends one. */
const loadLibrary = async () => (await import('web-push')).default

async function encrypt(
  message: Message,
  keys: Keys,
  iconUrl: string | undefined,
): Promise<PushCall | { fault: string }> {
  const webPush = await loadLibrary()
  try {
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      JSON.parse(message.recipient),
      writeNote(message, iconUrl),
      { TTL: timeToLive, urgency: 'normal', topic: topicOf(message), contentEncoding: 'aes128gcm', vapidDetails: keys },
    )
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])
    return { endpoint, headers: Object.fromEntries(texts), body: body ?? Buffer.alloc(0) }
  } catch (error) {
    return { fault: `no push subscription: ${(error as Error).message}` }
  }
}

/** A newer alert of the same variant replaces one that was not shown yet. */
const topicOf = ({ messageId, facts }: Message) =>
  createHash('sha256')
    .update(String(facts?.VariantId ?? messageId))
    .digest('base64url')
    .slice(0, 32)

/** What the store's service worker is given. Push services take 4 kB; the words end before that. */
function writeNote({ subject, text, facts, messageId }: Message, iconUrl: string | undefined): string {
  const url = facts?.AlertUrl ?? facts?.ProductUrl
  const words = { title: [...subject].slice(0, 200).join(''), body: [...text].slice(0, 600).join('') }
  return JSON.stringify({ ...words, url, icon: iconUrl ?? facts?.ImageUrl, tag: messageId })
}

async function checkKeys({ subject, publicKey, privateKey }: Keys): Promise<{ ok: boolean; says: string }> {
  const webPush = await loadLibrary()
  try {
    webPush.getVapidHeaders('https://push.example', subject, publicKey, privateKey, 'aes128gcm')
    return { ok: true, says: 'The keys can sign; there is nobody to ask until a browser subscribes.' }
  } catch (error) {
    return { ok: false, says: (error as Error).message }
  }
}
