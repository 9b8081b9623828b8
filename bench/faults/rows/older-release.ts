/** The previous release works on the new schema, beside the new release and with the same shoppers. */
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import type { Database } from '../../../packages/server/src/database/connect.ts'
import { form } from '../../setup/load.ts'
import { type Running, startProcess } from '../../setup/process.ts'
import type { Row } from '../../setup/report.ts'
import { command } from '../../setup/server.ts'
import { firstNumber, listIdOf, listNumber, openShop, type Shop, seedCrowd, tokensOf } from '../../setup/shop.ts'
import { buildOlder, findOlder } from '../parts/older-build.ts'
import { noFaults, openSmtpProvider } from '../parts/provider.ts'
import { type Told, tellCrowd } from '../parts/sending-check.ts'
import { type FaultRow, secondsSince } from '../row.ts'

export const olderRelease: FaultRow = {
  name: 'older-release',
  what: 'the previous release serves and sends on the new schema, beside the new one (--from COMMIT chooses it)',
  guards: {
    'needs-newer': 'the newest migration declares that older releases can’t run',
    'takes-away': 'the newest migration renames a column and does not declare it',
  },
  async run({ quick, seed, guard, size, from }) {
    const since = Date.now()
    // With `--quick` this build is the older one, and a simulated migration makes the schema newer.
    const commit = quick && !from ? 'this build' : await findOlder(from)
    if (commit === null) return unknown('there is no git history to take an older release from: run it in a clone')
    const build = commit === 'this build' ? { command, remove: async () => {} } : await buildOlder(commit)
    try {
      const crowd = { shoppers: size('shoppers', 500, 20), people: size('people', 2_000, 50), seed }
      const report = await workSideBySide(build.command, crowd, guard)
      return writeRow(report, commit.slice(0, 10), secondsSince(since))
    } finally {
      await build.remove()
    }
  },
}

const unknown = (why: string): Row => ({
  name: 'older-release',
  value: null,
  unit: 'failed',
  bar: '0',
  holds: false,
  detail: `unknown: ${why}`,
})

type Report = { schema: string; calls: number; faults: string[]; unanswered: number; told?: Told }

function writeRow({ schema, calls, faults, unanswered, told }: Report, commit: string, took: string): Row {
  const detail = [
    `${commit} on ${schema}`,
    `${calls} calls, half to each release: failed ${faults.length}, unknown ${unanswered}`,
    ...(told ? [`${told.people} people notified by the older: missing ${told.missing}, twice ${told.twice}`] : []),
    ...faults.slice(0, 3),
    took,
  ].join('; ')
  const failed = faults.length + (told ? told.missing + told.twice : 0)
  const holds = failed === 0 && unanswered === 0 && told !== undefined
  return { name: 'older-release', value: failed, unit: 'failed', bar: '0', holds, detail }
}

type Crowd = { shoppers: number; people: number; seed: number }

/** Both serve; only the older one sends alerts. */
async function workSideBySide(older: string, crowd: Crowd, guard: string | undefined): Promise<Report> {
  const shop = await openShop({ flags: ['--no-alerts'] })
  const mailbox = await openSmtpProvider(crowd.seed, noFaults)
  try {
    await seedCrowd(shop.sql, shop.store, { first: firstNumber, shoppers: crowd.shoppers, lists: 1, items: 2 })
    const schema = await pretendNewer(shop.sql, guard)
    const env = {
      DATABASE_URL: shop.server.databaseUrl,
      HEARTBELL_SECRET: await readSecret({ secret: undefined, data: shop.server.data }),
      HEARTBELL_MAIL_URL: mailbox.url,
      HEARTBELL_LOOPBACK: 'on',
    }
    const args = [older, 'serve', '--port', '0', '--data', shop.server.data]
    const started = await startProcess(args, env).catch((error: Error) => error)
    if (started instanceof Error)
      return { schema, calls: 0, unanswered: 0, faults: [started.message.trim().split('\n').at(-1)!] }
    try {
      const walk = await walkAll(shop, started, crowd.shoppers)
      // Sending is not tried when serving fails.
      if (walk.faults.length > 0) return { schema, ...walk }
      return { schema, ...walk, told: await tellCrowd(shop, mailbox, crowd.people) }
    } finally {
      await started.end()
    }
  } finally {
    await mailbox.close()
    await shop.close()
  }
}

/** Simulates one more migration, which the older release never knows. */
async function pretendNewer(sql: Database, guard: string | undefined): Promise<string> {
  await sql`alter table lists add column pretended text not null default 'nothing'`
  await sql`create table pretended (store_id bigint not null, word text not null, primary key (store_id, word))`
  if (guard === 'takes-away') await sql`alter table items rename column note to remark`
  const [row] = await sql<{ number: number }[]>`
    insert into migrations (number, name, checksum, needs)
    select max(number) + 1, 'pretended', 'pretended', case when ${guard === 'needs-newer'} then max(number) + 1 else 0 end
    from migrations
    returning number`
  return `a schema with migration ${row!.number}, pretended`
}

/** Each shopper saves, changes and removes on one release and reads on the other; at the end both show the same. */
async function walkAll({ store, keys, server }: Shop, older: Running, shoppers: number) {
  const faults: string[] = []
  let [calls, unanswered] = [0, 0]
  const call = async (to: URL, name: string, fields: Record<string, string>) => {
    calls++
    const url = new URL(`/api/v3/lists/${name}?pid=${encodeURIComponent(keys.pid)}`, to)
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form(fields)) }).catch(() => null)
    if (answer === null) unanswered++
    const text = (await answer?.text()) ?? ''
    if (answer && answer.status !== 200)
      faults.push(`${name} at the ${to === server.url ? 'newer' : 'older'}: ${answer.status} ${text}`)
    return text
  }
  for (let shopper = firstNumber; shopper < firstNumber + shoppers; shopper++) {
    const who = tokensOf(store, shopper)
    const list = { ...who, lid: listIdOf(store, listNumber(shopper)) }
    const [one, other] = shopper % 2 === 0 ? [older.url, server.url] : [server.url, older.url]
    await call(one, 'update-ctx', { ...list, a: JSON.stringify([item(900_001), item(900_002)]) })
    await call(other, 'update-ctx', {
      ...list,
      a: JSON.stringify([item(900_003)]),
      d: JSON.stringify([{ epi: 900_001 }]),
    })
    await call(one, 'update-ctx', { ...list, u: JSON.stringify([{ ...item(900_003), qty: 2, note: 'blue' }]) })
    const [seen, shown] = [await call(one, 'fetch-lists', who), await call(other, 'fetch-lists', who)]
    if (seen !== shown)
      faults.push(`the two releases show different lists: ${seen.slice(0, 80)} … ${shown.slice(0, 80)}`)
    if (!shown.includes('900002') || !shown.includes('blue') || shown.includes('900001'))
      faults.push(`a list is not what was made of it: ${shown.slice(0, 80)}`)
  }
  return { calls, faults, unanswered }
}

const item = (number: number) => ({
  epi: number,
  empi: number,
  du: `https://shop.example/products/${number}`,
  dt: 'Linen shirt',
})
