/** The demo's outbox: the last messages, and each message as it was sent. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { browseOutbox, findOutboxAlert, findOutboxMessage } from '../../domain/reports/outbox.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { readStoredValues } from '../../letters/alert-values.ts'
import { writeAlert } from '../../letters/compose.ts'
import type { DemoContext } from './demo-shop.ts'

const unknownMessage = () => new Refusal('not-found', 'unknown-message', 'There is no such message.')

/** Sandboxed: no scripts, no access to the page around it; links open in a new tab. */
const framePolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  'img-src * data:',
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
].join('; ')

export function demoMailRoutes(
  scope: FastifyInstance,
  { sql, publicUrl }: DemoContext,
  findShop: () => Promise<Store>,
): void {
  scope.get('/demo/mail', async () => {
    const { rows } = await browseOutbox(sql, await findShop(), { status: 'sent', limit: 10 })
    return {
      messages: rows.map(({ messageKey, recipient, subject, at }) => ({ key: messageKey, to: recipient, subject, at })),
    }
  })

  scope.get<{ Params: { key: string } }>('/demo/mail/:key', async (request, reply) => {
    const store = await findShop()
    const [kind, one, trigger, channel] = request.params.key.split(':')
    const html = kind === 'm' ? await letter(store, one!) : await alert(store, one!, trigger!, channel!)
    return reply
      .headers({ 'content-security-policy': framePolicy, 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(`<base target="_blank">${html}`)
  })

  const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text ?? '')

  const letter = async (store: Store, messageId: string) => {
    const found = isId(messageId) ? await findOutboxMessage(sql, store, messageId) : null
    if (!found) throw unknownMessage()
    return found.html
  }

  const alert = async (store: Store, subscriptionId: string, triggerId: string, channel: string) => {
    const isKey = isId(subscriptionId) && isId(triggerId) && /^\w{1,20}$/.test(channel ?? '')
    const found = isKey ? await findOutboxAlert(sql, store, { subscriptionId, triggerId, channel }) : null
    if (!found) throw unknownMessage()
    const to = { ...found, medium: found.medium as 'email', address: found.recipient }
    const context = { publicUrl: publicUrl(), now: found.sentAt ?? new Date(), templates: { find: () => null } }
    const values = readStoredValues(found.facts)
    if (!values) throw unknownMessage()
    return writeAlert(store, to, values, context).html
  }
}
