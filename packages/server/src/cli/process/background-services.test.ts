import { createServer } from 'node:net'
import { pino } from 'pino'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { openSmtpSink } from '../../channels/testing/smtp-server.ts'
import { done, makeList } from '../../http/testing/lists.ts'
import { type TestShopper, useTestApp } from '../../http/testing/test-app.ts'
import { openBackgroundServices } from './background-services.ts'

const t = useTestApp()
let ada: TestShopper
let lid: string
let url: string
beforeAll(async () => {
  ada = await t.account('ada@example.com')
  lid = (await makeList(t, ada)).lid
  await done(t, 'lists/markPublic', ada, { lid })
  const [row] = await t.sql`select current_database() as name`
  url = inject('databaseUrl').replace(/heartbell$/, row!.name)
})

const quiet = pino({ level: 'silent' })
const send = (mailUrl: string, publicUrl = '') =>
  openBackgroundServices(
    { mailUrl, smsUrl: 'outbox:', allowLoopback: false },
    { databaseUrl: url, vault: t.vault, publicUrl, logger: quiet },
  )
const share = (toemail: string) => done(t, 'lists/emailList', ada, { lid, toemail })
const statusOf = async (recipient: string) =>
  (await t.sql`select status, attempts, reason from messages where recipient = ${recipient}`)[0]

test('e-mail is sent through the configured server, from the configured address', async () => {
  const sink = await openSmtpSink()
  const sender = await send(sink.url, 'https://wishes.example:8443')
  await share('one@example.org')
  await vi.waitFor(() => expect(sink.mails).toHaveLength(1), { timeout: 45_000 })
  expect(sink.mails[0]!.from!.value[0]!.address).toBe('no-reply@wishes.example')
  await sender.close()
  await sink.close()
})

test('without settings e-mail stays in the outbox', async () => {
  const sender = await send('outbox:')
  await share('two@example.org')
  await vi.waitFor(async () => expect(await statusOf('two@example.org')).toMatchObject({ status: 'sent' }), {
    timeout: 45_000,
  })
  await sender.close()
})

test('a silent mail server does not delay the shutdown, and the message stays due', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const sender = await send(`smtp://127.0.0.1:${port}`)
  await share('three@example.org')
  await vi.waitFor(async () => expect(await statusOf('three@example.org')).toMatchObject({ attempts: 1 }), {
    timeout: 45_000,
  })
  await sender.close()
  // The attempt has no end yet: its time limit is ten seconds.
  expect(await statusOf('three@example.org')).toEqual({ status: 'due', attempts: 1, reason: null })
  silent.close()
})
