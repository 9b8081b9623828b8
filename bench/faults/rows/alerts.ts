/** No alert is sent twice and none is missing, while the provider fails and workers are killed. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from '../../setup/report.ts'
import type { Shop } from '../../setup/shop.ts'
import { openHttpProvider, openSmtpProvider, type Provider } from '../parts/provider.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { takeShop } from '../writes/shared-shops.ts'
import { addressOf, countFates, type Fates, restock, seedWaiting } from '../writes/waiting-crowd.ts'
import { startWorkers, type Workers } from '../writes/workers.ts'

export type AlertRun = {
  deliveries: number
  kills: number
  seed: number
  /** `keys`: the provider accepts our idempotency key. `mail`: a mail server, which has no such key. */
  provider: 'keys' | 'mail'
  guard?: string | undefined
}

export type AlertReport = {
  provider: AlertRun['provider']
  deliveries: number
  reached: number
  missing: number
  twice: number
  strangers: number
  killed: number
  injected: Provider['injected']
  fates: Fates
}

const faults = { broken: 0.05, busy: 0.03, cut: 0.02 }
const workerCount = 2
/** Messages that one worker has in flight. */
export const inFlight = 20
const lease = 2_000
const outage = 3_000

export const alerts: FaultRow = {
  name: 'alerts',
  what: 'every subscriber is notified while the provider fails and disconnects and workers are killed',
  guards: {
    'mark-before-send': 'a delivery is marked as sent when it is claimed',
    'new-key': 'each attempt has a key of its own',
  },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const deliveries = size('deliveries', 100_000, 300)
    const kills = size('kills', 100, 2)
    const keys = await tellEverybody({ deliveries, kills, seed, provider: 'keys', guard })
    const fewer = Math.ceil(deliveries / 5)
    const mail = await tellEverybody({ deliveries: fewer, kills: Math.ceil(kills / 5), seed, provider: 'mail', guard })
    return writeRow(keys, mail, secondsSince(since))
  },
}

/** What a crash may repeat: the messages in flight at that moment. */
export const mayBeTwice = ({ killed, injected }: AlertReport) => killed * inFlight + injected.cut

function writeRow(keys: AlertReport, mail: AlertReport, took: string): Row {
  const failed = keys.missing + keys.twice + keys.strangers + mail.missing + mail.strangers
  const detail = [describe('with keys', keys), `${describe('mail', mail)} of ${mayBeTwice(mail)} allowed`, took].join(
    '; ',
  )
  const holds = failed === 0 && mail.twice <= mayBeTwice(mail)
  return { name: 'alerts', value: failed, unit: 'missing or twice', bar: '0', holds, detail }
}

function describe(name: string, { deliveries, missing, twice, killed, injected, fates }: AlertReport): string {
  const { broken, busy, cut, away } = injected
  const became = Object.entries(fates).map(([status, count]) => `${count} ${status}`)
  return `${name}: ${deliveries} to notify, ${killed} kills, ${broken} × 5xx, ${busy} × 429, ${cut} cut, ${away} away; ${became.join(', ')}; ${missing} missing, ${twice} twice`
}

export async function tellEverybody({
  deliveries,
  kills,
  seed,
  provider: kind,
  guard,
}: AlertRun): Promise<AlertReport> {
  const provider = await (kind === 'keys' ? openHttpProvider(seed, faults) : openSmtpProvider(seed, faults))
  const shop = await takeShop('telling')
  let workers: Workers | null = null
  try {
    await seedWaiting(shop.sql, shop.store, deliveries)
    const { databaseUrl, data } = shop.server
    workers = await startWorkers(workerCount, { databaseUrl, data, provider: provider.url, lease, guard }, seed)
    await restock(shop.sql, shop.store)
    await Promise.all([killAll(workers, provider, deliveries, kills), goAway(provider, deliveries)])
    await awaitEnd(shop.sql, shop.store.storeId, provider, deliveries)
    const fates = await countFates(shop.sql, shop.store.storeId)
    return {
      provider: kind,
      deliveries,
      killed: workers.killed,
      injected: provider.injected,
      fates,
      ...audit(provider, deliveries),
    }
  } finally {
    await workers?.end()
    await provider.close()
    await shop.close()
  }
}

/** Spread over the run, the last when nearly all is done. */
async function killAll(workers: Workers, provider: Provider, deliveries: number, kills: number): Promise<void> {
  for (let turn = 1; turn <= kills; turn++) {
    await Promise.race([provider.reached(Math.floor((deliveries * turn) / (kills + 1))), silence(provider)])
    await workers.kill()
  }
}

async function goAway(provider: Provider, deliveries: number): Promise<void> {
  await Promise.race([provider.reached(Math.floor(deliveries * 0.4)), silence(provider)])
  provider.setAway(true)
  await pause(outage)
  provider.setAway(false)
}

const longestSilence = 20_000

/** Resolves when nothing has arrived for a while: what is missing then is counted as missing. */
async function silence({ arrivals }: Provider): Promise<void> {
  for (let before = -1; before !== arrivals.size; ) {
    before = arrivals.size
    await pause(longestSilence, undefined, { ref: false })
  }
}

export async function awaitEnd(sql: Shop['sql'], storeId: number, provider: Provider, deliveries: number) {
  await Promise.race([provider.reached(deliveries), silence(provider)])
  // A sent message must also be recorded as sent: its worker does so within a lease, or another worker after it.
  for (let round = 0; round < 300; round++) {
    const { due = 0, sent = 0 } = await countFates(sql, storeId)
    if (due === 0 && sent > 0) return
    await pause(100)
  }
}

export function audit({ arrivals }: Provider, deliveries: number) {
  let [missing, twice] = [0, 0]
  for (let number = 0; number < deliveries; number++) {
    const times = arrivals.get(addressOf(number))?.times ?? 0
    if (times === 0) missing++
    twice += Math.max(0, times - 1)
  }
  return { reached: arrivals.size, missing, twice, strangers: arrivals.size - (deliveries - missing) }
}
