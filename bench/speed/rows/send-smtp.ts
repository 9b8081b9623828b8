/**
 * Sends alerts through a local mail server, compared with nodemailer's own pooled loop that sends as many bytes to the same
 * server.
 */
import { createTransport } from 'nodemailer'
import { startEngine } from '../../../packages/server/src/alerts/engine.ts'
import type { AlertMessage } from '../../../packages/server/src/alerts/sending/send-one.ts'
import { openSmtp } from '../../../packages/server/src/channels/mail/smtp.ts'
import { connect } from '../../../packages/server/src/database/connect.ts'
import { composeAlert } from '../../../packages/server/src/letters/compose.ts'
import { openSmtpProvider } from '../../faults/parts/provider.ts'
import { writeNumber } from '../../setup/report.ts'
import type { Shop } from '../../setup/shop.ts'
import { compare, sidesOf } from '../ratio.ts'
import { type BenchRow, barFor } from './row.ts'

const bar = 0.7
const connections = 5
const variantId = 'smtp-shirt'

export const sendSmtp: BenchRow = {
  name: 'send-smtp',
  what: 'alerts sent through a local mail server, claimed, judged, composed and settled',
  async measure(shop, { rounds, seconds, quick }) {
    const sink = await openSmtpProvider(1, { broken: 0, busy: 0, cut: 0 })
    const mails = quick ? 300 : seconds * 400
    const letters: AlertMessage[] = []
    try {
      await seedPeople(shop, mails)
      const ours = () => sendAlerts(shop, sink.url, mails, letters)
      const found = await compare(rounds, ours, () => sendAlone(sink.url, letters[0]!, mails))
      const detail = [
        `${writeNumber(Math.round(found.ours))} mails/s, nodemailer alone ${writeNumber(Math.round(found.limit))}/s`,
        `${mails} mails a round over ${connections} connections, rounds ${found.ratios.map(writeNumber).join(' ')}`,
      ].join('; ')
      const held = barFor(bar, { quick })
      const holds = found.ratio >= held.least
      const figures = sidesOf(found, 'nodemailer alone', 'mails a second')
      return { name: 'send-smtp', value: found.ratio, unit: '× nodemailer', bar: held.bar, holds, detail, figures }
    } finally {
      await sink.close()
    }
  },
}

async function seedPeople({ sql, store: { storeId } }: Shop, people: number): Promise<void> {
  await sql`
    insert into variants (store_id, variant_id, product_id, url, title, price, currency, stock)
    values (${storeId}, ${variantId}, 'shirts', 'https://shop.example/shirt', 'Linen shirt', 29.9, 'EUR', 1000)`
  await sql`
    with agreed as (
      insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
      values (${storeId}, gen_random_uuid(), 'email', 'everybody', 'alert', true, '1', 'bench')
      returning consent_id
    )
    insert into subscriptions (store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id)
    select ${storeId}, gen_random_uuid(), 'email', 'smtp' || n || '@example.org', 'backinstock', ${variantId}, 'shirts',
      'https://shop.example/shirt', consent_id
    from generate_series(1, ${people}::integer) n
    cross join agreed`
}

/** Everyone waits again, and a restock was planned for all of them; measured from the first claim to the last settled row. */
async function sendAlerts(
  { server, store }: Shop,
  url: string,
  mails: number,
  letters: AlertMessage[],
): Promise<number> {
  const sql = connect({ url: server.databaseUrl, connections: 5, name: 'heartbell bench' })
  const { storeId } = store
  await sql`update subscriptions set status = 'waiting' where store_id = ${storeId} and variant_id = ${variantId}`
  await sql`
    with restocked as (
      insert into triggers (store_id, trigger_id, topic, variant_id, cause, pacing)
      values (${storeId}, gen_random_uuid(), 'backinstock', ${variantId}, 'restock', 'everyone')
      returning trigger_id
    )
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium)
    select ${storeId}, subscription_id, trigger_id, 'email', 'email'
    from subscriptions
    cross join restocked
    where store_id = ${storeId}
      and variant_id = ${variantId}`
  await sql`insert into wakes (store_id, work) values (${storeId}, 'send')`
  const channel = openSmtp(url)
  const began = performance.now()
  const engine = await startEngine(sql, {
    stores: { find: async () => store },
    providers: { find: async () => ({ name: 'smtp', channel }) },
    plan: async () => false,
    compose: async (store, delivery) => {
      const letter = composeAlert(store, delivery, { publicUrl: 'https://wishes.example', now: new Date() })
      if (letters.length === 0) letters.push(letter)
      return letter
    },
    warn: (sentence, error) => console.error(sentence, error),
  })
  for (;;) {
    const [row] = await sql`select from deliveries where store_id = ${storeId} and status = 'due' limit 1`
    if (!row) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const took = performance.now() - began
  await engine.stop()
  channel.close()
  await sql.end({ timeout: 1 })
  return (mails * 1000) / took
}

/** The same message without us: nodemailer's pool, always full. */
async function sendAlone(url: string, letter: AlertMessage, mails: number): Promise<number> {
  const { protocol, host } = new URL(url)
  const transport = createTransport({ url: `${protocol}//${host}`, pool: true, maxConnections: connections } as never)
  const began = performance.now()
  let left = mails
  const send = async () => {
    while (left-- > 0)
      await transport.sendMail({
        from: 'wishes@shop.example',
        to: `smtp${left}@example.org`,
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        headers: letter.headers,
      })
  }
  await Promise.all(Array.from({ length: connections * 4 }, send))
  transport.close()
  return (mails * 1000) / (performance.now() - began)
}
