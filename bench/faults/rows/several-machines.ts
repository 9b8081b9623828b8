/** Two servers and two workers on one database, with a Redis that is killed: limits, settings and alerts work as on one machine. */
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, haveRedis, startRedis } from '../../../packages/server/src/http/testing/redis.ts'
import type { Running } from '../../setup/process.ts'
import type { Row } from '../../setup/report.ts'
import { authorize, errorsOf, type Machines, openMachines, openTenant, type Tenant } from '../clusters/machines.ts'
import { ask, makeCluster } from '../clusters/postgres-cluster.ts'
import { openMailbox, type Told, tellCrowd } from '../parts/sending-check.ts'
import { type FaultRow, secondsSince } from '../row.ts'

const name = 'several-machines'
const missing = 'There is no redis-server: install it (apt-get install redis-server).'

export const severalMachines: FaultRow = {
  name,
  isBeyond: true,
  what: 'two servers and two workers on one database share limits, settings and alerts, also while Redis is down',
  guards: { 'own-limits': 'the servers have no Redis, and each counts its own limit' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    if (!haveRedis()) return { name, value: null, unit: 'broken', bar: '0', holds: false, detail: missing }
    const people = size('deliveries', 5_000, 60)
    return writeRow(await liveTogether({ seed, people, hasRedis: guard !== 'own-limits' }), secondsSince(since))
  },
}

function writeRow(report: Report, took: string): Row {
  const { shared, away, again, noticed, told, errors } = report
  const promises = {
    'limits were not shared': shared < between,
    'without Redis the servers did not count each for itself': away > between,
    'limits were not shared again': again < between,
    'a setting did not reach both': noticed <= 3_000,
    'alerts were missing or sent twice': told.missing + told.twice === 0,
    'errors were logged': errors.length === 0,
  }
  const broken = Object.entries(promises).flatMap(([says, holds]) => (holds ? [] : [says]))
  const share = (times: number) => `${times.toFixed(2)} ×`
  const detail = [
    `calls let through, as a part of what one server alone allows: ${share(shared)} together, ${share(away)} without Redis, ${share(again)} when it was back`,
    `a setting held on both after ${noticed} ms`,
    `${told.people} to notify, two workers: ${told.missing} missing, ${told.twice} twice`,
    ...broken,
    ...errors.slice(0, 2),
    took,
  ].join('; ')
  return { name, value: broken.length, unit: 'broken', bar: '0', holds: broken.length === 0, detail }
}

type Report = { shared: number; away: number; again: number; noticed: number; told: Told; errors: string[] }

const rate = 4
const burst = 2 * rate
const asked = 160
/** Few enough that no call exceeds the Redis timeout of the servers (100 ms), after which each server counts by itself. */
const lanes = 4
/** With a shared bucket the ratio is about 1, with two buckets 2. */
const between = 1.5

export async function liveTogether(run: { seed: number; people: number; hasRedis: boolean }): Promise<Report> {
  const machines = await openMachines()
  try {
    const cluster = await makeCluster(machines.home, 'postgres')
    machines.onClose(() => cluster.stop())
    await cluster.start()
    await ask(cluster.url('postgres'), 'create database heartbell')
    machines.env.DATABASE_URL = cluster.url('heartbell')
    return await live(machines, run)
  } finally {
    await machines.close()
  }
}

async function live(
  machines: Machines,
  { seed, people, hasRedis }: { seed: number; people: number; hasRedis: boolean },
) {
  const port = await freePort()
  let redis = await startRedis(port)
  machines.onClose(() => redis.stop())
  if (hasRedis) machines.env.REDIS_URL = redis.url
  await machines.run(['migrate'])
  const tenant = await openTenant(machines, machines.env.DATABASE_URL!, [`rate-key=${rate}`])
  const mailbox = await openMailbox(machines, seed)
  const serve = () => machines.start(['serve', '--port', '0', '--no-alerts'])
  const servers = await Promise.all([serve(), serve()])
  const workers = await Promise.all([machines.start(['work']), machines.start(['work'])])
  const shared = await measureLimit(servers, tenant)
  await redis.stop()
  const away = await measureLimit(servers, tenant)
  redis = await startRedis(port)
  const again = await measureLimit(servers, tenant)
  const noticed = await changeSetting(machines, servers, tenant)
  const told = await tellCrowd(tenant, mailbox, people)
  const errors = [...servers, ...workers].flatMap(errorsOf)
  return { shared, away, again, noticed, told, errors }
}

/** Milliseconds until every bucket is full again and all servers know whether Redis is up. */
const rest = 4_000

/** The passed calls in relation to what one bucket permits in the time: its burst and the refill. */
async function measureLimit(servers: Running[], { keys }: Tenant): Promise<number> {
  await pause(rest)
  const headers = authorize(keys)
  let next = 0
  let passed = 0
  const since = Date.now()
  const ask = async () => {
    while (next < asked) {
      const { url } = servers[next++ % servers.length]!
      const { status } = await fetch(new URL('/storeadmin/v3/catalog/products', url), { headers })
      if (status === 200) passed++
      else if (status !== 429) throw new Error(`A limited call was answered ${status}.`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, ask))
  return passed / (burst + ((Date.now() - since) / 1000) * rate)
}

/** A new key, created by a command of another process, is valid on both servers. */
async function changeSetting({ run }: Machines, servers: Running[], { keys }: Tenant): Promise<number> {
  const { apiKey } = JSON.parse(await run(['store', 'key', 'add', keys.pid, '--label', 'second', '--json']))
  const since = Date.now()
  const headers = authorize({ ...keys, apiKey })
  const isOpen = async ({ url }: Running) =>
    (await fetch(new URL('/storeadmin/v3/catalog/products', url), { headers })).status !== 401
  for (const server of servers) while (!(await isOpen(server))) await pause(20)
  return Date.now() - since
}
