/** `heartbell work` as an operator runs it: beside a server, killed in the middle of its work, stopped in order. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Alerts, openAlerts } from '../../alerts/testing/engine.ts'
import { openSmtpSink, type SmtpSink } from '../../channels/testing/smtp-server.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { isVaultOf } from '../../domain/stores/maintenance.ts'
import { openBackgroundServices } from '../process/background-services.ts'
import { bin, call, clean, run } from '../testing/run-command.ts'

const secret = 'a secret for tests of thirty-two characters'
let a: Alerts
let sink: SmtpSink
beforeAll(async () => {
  a = await openAlerts(secret)
  await isVaultOf(a.sql, makeVault(secret))
  sink = await openSmtpSink()
})
afterAll(async () => {
  await sink.close()
  await a.close()
})

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** Starts `heartbell work` and waits until it is ready. */
async function startWork(...flags: string[]) {
  const mail = `${sink.url}?from=wishes@shop.example`
  const env = { ...clean, DATABASE_URL: a.url, HEARTBELL_SECRET: secret, HEARTBELL_MAIL_URL: mail, LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [bin, 'work', ...flags], { env })
  const exited = once(child, 'close')
  const log: Record<string, unknown>[] = []
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += text))
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      log.push(JSON.parse(line))
      if (log.at(-1)!.msg === 'ready') resolve()
    })
    exited.then(() => reject(new Error(`It ended: ${stderr}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return (await exited)[0] as number | null
  }
  ends.push(() => end('SIGKILL'))
  return { log, end }
}

const people = (count: number) => Array.from({ length: count }, (_, n) => `worker${n}@example.org`)
const notified = () => new Set(sink.mails.map(({ envelope }) => envelope.to[0]))

test('killed in the middle of its work, it loses nothing: another process continues when the leases expire', async () => {
  const store = await a.newStore()
  const first = await startWork()
  await a.restock(store, people(400))
  await vi.waitFor(() => expect(sink.mails.length).toBeGreaterThan(20), { timeout: 30_000, interval: 5 })
  await first.end('SIGKILL')
  expect(notified().size).toBeLessThan(400)
  const [{ settled }] = await a.sql<[{ settled: number }]>`
    select count(*)::integer as settled from deliveries where store_id = ${store.storeId} and status = 'sent'`
  const unsettled = sink.mails.length - settled
  const second = await startWork()
  // As if twenty seconds had passed.
  await a.sql`update deliveries set due_at = now() - interval '1 second' where store_id = ${store.storeId} and status = 'due'`
  await a.sql`update wakes set due_at = now() - interval '1 second' where store_id = ${store.storeId}`
  await a.drained(store)
  expect([...notified()].sort()).toEqual(people(400).sort())
  // Sent twice: only what the mail server had and the database did not know yet, and the twenty that were in flight.
  expect(sink.mails.length - 400).toBeLessThanOrEqual(unsettled + 20)
  expect(await second.end('SIGTERM')).toBe(0)
  expect(second.log.findLast(({ msg }) => msg === 'alerts')).toMatchObject({ deliveries: { sent: expect.any(Number) } })
})

test('the same work inside the server process sends real messages and counts them', async () => {
  const store = await a.newStore()
  const alerts = await openBackgroundServices(
    { mailUrl: `${sink.url}?from=wishes@shop.example`, smsUrl: 'outbox:', allowLoopback: false },
    {
      databaseUrl: a.url,
      vault: makeVault(secret),
      publicUrl: 'https://wishes.example',
      logger: pino({ level: 'silent' }),
    },
  )
  ends.push(alerts.close)
  await a.restock(store, ['letter@example.org'])
  await a.drained(store)
  const mail = sink.mails.find(({ envelope }) => envelope.to[0] === 'letter@example.org')!
  expect(mail.subject).toContain('A green shirt')
  expect(mail.headers.get('list')).toMatchObject({
    unsubscribe: { url: expect.stringMatching(/^https:\/\/wishes.example\/u\//) },
  })
  expect(mail.html).toContain('https://wishes.example/c/')
  expect(await alerts.metrics.counts()).toMatchObject({ sent: 1 })
})

test('its help explains how to run several', async () => {
  const { stdout, code } = await call(['help', 'work'])
  expect(code).toBe(0)
  expect(stdout).toContain('heartbell serve --no-alerts')
})

test('health and metrics are served on their own port', async () => {
  const { log, end } = await startWork('--metrics-port', '0')
  const url = `http://127.0.0.1:${log.find(({ msg }) => msg === 'ready')!.metricsPort}`
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toMatch(/^heartbell_alerts_overdue_seconds \d/m)
  expect(metrics).toContain('# TYPE heartbell_deliveries_total counter')
  expect((await fetch(`${url}/`)).status).toBe(404)
  expect(await end('SIGTERM')).toBe(0)
})

test('a port in use is reported, and nothing stays running', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, stderr } = await run(['work', '--metrics-port', String(port)], {
    DATABASE_URL: a.url,
    HEARTBELL_SECRET: secret,
  })
  other.close()
  expect(stderr).toBe(
    `Port ${port} on 127.0.0.1 is already in use. Stop the program that uses it, or choose another port with --metrics-port.\n`,
  )
  expect(code).toBe(1)
})

test('an invalid port is refused before anything starts', async () => {
  const { code, stderr } = await call(['work', '--metrics-port', 'x'])
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('--metrics-port must be a whole number from 0 to 65535, not "x".'),
  })
})
