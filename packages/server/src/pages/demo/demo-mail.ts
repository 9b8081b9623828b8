/** The demo's outbox: the last messages, and each message as it was sent. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../domain/messages/escape-html.ts'
import { browseOutbox, findOutboxAlert, findOutboxMessage } from '../../domain/reports/outbox.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { readStoredValues } from '../../letters/alert-values.ts'
import { writeAlert } from '../../letters/compose.ts'
import type { DemoContext } from './demo-shop.ts'

type WrittenMail = { html?: string | null; text?: string | null; subject?: string | null }

const unknownMessage = () => new Refusal('not-found', 'unknown-message', 'There is no such message.')

/** Sandboxed: no scripts, no access to the page around it; links open in a new tab. */
const framePolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src * data:',
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ')

/** A text message has no subject. */
const titleOf = ({ subject, text }: WrittenMail) => subject || text?.trim().slice(0, 60) || 'A message'

/** A text message has no HTML either. Its links can be opened as on a phone. */
const textPage = (text: string) => `<meta name="color-scheme" content="light dark">
<style>p{margin:24px auto;max-width:20em;padding:12px 16px;border-radius:18px;background:light-dark(#e9ece9,#2c332f);font:16px/1.5 system-ui;overflow-wrap:anywhere;white-space:pre-wrap}</style>
<p>${escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)}</p>`

export function demoMailRoutes(
  scope: FastifyInstance,
  { sql, publicUrl }: DemoContext,
  findShop: () => Promise<Store>,
): void {
  scope.get('/demo/mail', async () => {
    const store = await findShop()
    const { rows } = await browseOutbox(sql, store, { status: 'sent', limit: 10 })
    const messages = rows.map(async ({ messageKey: key, recipient: to, subject, at, sentAt }) => ({
      ...{ key, to, at: sentAt ?? at },
      subject: subject || titleOf(await writeOne(store, key)),
    }))
    // a link that is opened changes a row, and not when its message was sent
    return { messages: (await Promise.all(messages)).sort((one, other) => +other.at - +one.at) }
  })

  scope.get<{ Params: { key: string } }>('/demo/mail/:key', async (request, reply) => {
    const store = await findShop()
    const { html, text } = await writeOne(store, request.params.key)
    return reply
      .headers({ 'content-security-policy': framePolicy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(`<base target="_blank">${html || textPage(text ?? '')}`)
  })

  /** An alert is not stored as text: it is written again from what it was about. */
  const writeOne = async (store: Store, key: string): Promise<WrittenMail> => {
    const [kind, one, trigger, channel] = key.split(':')
    return kind === 'm' ? await letter(store, one!) : await alert(store, one!, trigger!, channel!)
  }

  const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text ?? '')

  const letter = async (store: Store, messageId: string) => {
    const found = isId(messageId) ? await findOutboxMessage(sql, store, messageId) : null
    if (!found) throw unknownMessage()
    return found
  }

  const alert = async (store: Store, subscriptionId: string, triggerId: string, channel: string) => {
    const isKey = isId(subscriptionId) && isId(triggerId) && /^\w{1,20}$/.test(channel ?? '')
    const found = isKey ? await findOutboxAlert(sql, store, { subscriptionId, triggerId, channel }) : null
    if (!found) throw unknownMessage()
    const to = { ...found, medium: found.medium as 'email', address: found.recipient }
    const context = { publicUrl: publicUrl(), now: found.sentAt ?? new Date(), templates: { find: () => null } }
    const values = readStoredValues(found.facts)
    if (!values) throw unknownMessage()
    return writeAlert(store, to, values, context)
  }
}
