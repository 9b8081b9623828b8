/** The load of one store barely slows another store on the same process: its slowest calls are measured alone and beside the load, in turns. */
import { setTimeout as pause } from 'node:timers/promises'
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { changeSettings, parseSettings } from '../../../packages/server/src/domain/settings/settings.ts'
import { startProcess } from '../../setup/process.ts'
import { command, openDataFolder } from '../../setup/server.ts'
import {
  firstNumber,
  listIdOf,
  listNumber,
  openBeside,
  openShop,
  type Shop,
  seedCrowd,
  tokensOf,
} from '../../setup/shop.ts'
import { prepareNoise } from '../parts/noisy-store.ts'
import type { FaultRow, Run } from '../row.ts'

/** Milliseconds at p99 that are always acceptable, whatever the quiet figure is. */
const alwaysFine = 300
const mostTimes = 3

const shoppers = 20
const callers = 3

type Seen = { millis: number[]; failed: Record<string, number> }

/** Shoppers of the quiet store: they save and read lists, one call after the other. */
async function callFor(url: URL, { keys, store }: Shop, seconds: number, turn: number): Promise<Seen> {
  const seen: Seen = { millis: [], failed: {} }
  const until = Date.now() + seconds * 1000
  const caller = async (place: number) => {
    for (let n = 0; Date.now() < until; n++) {
      const number = firstNumber + ((n * callers + place) % shoppers)
      const fields: Record<string, string> = { ...tokensOf(store, number) }
      const product = { epi: turn * 1_000_000 + n, empi: n, du: `https://shop.example/${n}` }
      const path = n % 2 === 0 ? 'update-ctx' : 'fetch-lists'
      if (n % 2 === 0) {
        fields.lid = listIdOf(store, listNumber(number))
        fields.a = JSON.stringify([product])
        if (n >= 40) fields.d = JSON.stringify([{ ...product, epi: product.epi - 40 }])
      }
      const since = performance.now()
      const status = await fetch(new URL(`/api/v3/lists/${path}?pid=${encodeURIComponent(keys.pid)}`, url), {
        method: 'POST',
        body: new URLSearchParams(fields),
      }).then(
        async (reply) => {
          await reply.arrayBuffer()
          return String(reply.status)
        },
        (error) => String(error.cause?.code ?? error),
      )
      seen.millis.push(performance.now() - since)
      if (status !== '200') seen.failed[status] = (seen.failed[status] ?? 0) + 1
      await pause(5)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, place) => caller(place)))
  return seen
}

const p99 = (millis: number[]) => [...millis].sort((a, b) => a - b)[Math.floor(millis.length * 0.99)] ?? 0

async function run({ size, guard, quick }: Run) {
  const items = size('items', 60_000, 6_000)
  const rounds = size('rounds', 3, 2)
  const seconds = quick ? 5 : 20
  const quiet = await openShop({ flags: ['--no-alerts'] })
  const noisy = await openBeside(quiet)
  const { data, remove } = await openDataFolder()
  const databaseUrl = new URL(quiet.server.databaseUrl)
  if (guard === 'pool-share') databaseUrl.searchParams.set('shares', 'off')
  const secret = await readSecret({ secret: undefined, data: quiet.server.data })
  // One process serves both stores: they share its pool and its thread.
  const server = await startProcess([command, 'serve', '--port', '0', '--data', data, '--no-alerts'], {
    DATABASE_URL: databaseUrl.href,
    HEARTBELL_SECRET: secret,
  })
  try {
    await changeSettings(
      noisy.sql,
      noisy.store.storeId,
      parseSettings(['max-items=10000000', 'max-lists=10000', 'rate-key=500', 'rate-shopper=50']),
    )
    await seedCrowd(quiet.sql, quiet.store, { first: firstNumber, shoppers, lists: 1, items: 20 })
    const store = { url: server.url, databaseUrl: quiet.server.databaseUrl, ...noisy, items }
    const { start } = await prepareNoise({ ...store, sql: noisy.sql })
    await quiet.sql`analyze`
    const [alone, beside]: Seen[][] = [[], []]
    const did: Record<string, number> = {}
    await callFor(server.url, quiet, 1, 0)
    for (let round = 1; round <= rounds; round++) {
      alone!.push(await callFor(server.url, quiet, seconds, round * 2))
      const noise = start()
      beside!.push(await callFor(server.url, quiet, seconds * 2, round * 2 + 1))
      await noise.stop()
      for (const [what, count] of Object.entries(noise.done)) did[what] = (did[what] ?? 0) + count
    }
    const pool = (seen: Seen[]) => seen.flatMap(({ millis }) => millis)
    const [calm, loud] = [p99(pool(alone!)), p99(pool(beside!))]
    const failed = [...alone!, ...beside!].flatMap((seen) => Object.entries(seen.failed))
    const missing = ['copies', 'deletes', 'merges', 'previews 400'].filter((what) => !did[what])
    const holds = loud <= Math.max(alwaysFine, mostTimes * calm) && failed.length === 0 && missing.length === 0
    const detail = [
      `p99 ${Math.round(loud)} ms beside a store that does its worst, ${Math.round(calm)} ms alone`,
      `slowest ${Math.round(Math.max(...pool(beside!)))} and ${Math.round(Math.max(...pool(alone!)))} ms of ${pool(beside!).length} and ${pool(alone!).length} calls`,
      `failed: ${failed.map(([what, count]) => `${what} × ${count}`).join(', ') || 'none'}`,
      `the other did with ${items} items: ${Object.entries(did)
        .map(([what, count]) => `${what} ${count}`)
        .join(', ')}`,
      ...(missing.length > 0 ? [`not done at all: ${missing.join(', ')}`] : []),
    ].join('; ')
    const bar = `≤ ${mostTimes} × quiet or < ${alwaysFine} ms`
    return { name: 'noisy-neighbour', value: loud, unit: 'ms', bar, holds, detail }
  } finally {
    await server.end()
    await noisy.close()
    await quiet.close()
    await remove()
  }
}

export const noisyNeighbour: FaultRow = {
  name: 'noisy-neighbour',
  what: 'the slowest calls of one store while another copies, deletes and merges large lists, locks rows and previews looping templates',
  guards: { 'pool-share': 'one store may use the whole connection pool' },
  run,
}
