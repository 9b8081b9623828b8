/** The database is unreachable, silent and slow: callers get an error in time, and the service recovers with the database. */

import { join } from 'node:path'
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { type Running, startProcess } from '../../setup/process.ts'
import { openDataFolder, serverFolder } from '../../setup/server.ts'
import type { Shop } from '../../setup/shop.ts'
import { openFaultProxy } from '../parts/fault-proxy.ts'
import { takeShop } from '../writes/shared-shops.ts'
import { type Part, timeUntil } from './part.ts'

/** The limit: ready again so many milliseconds after the database is. */
const soon = 2_000
/** Longer than the health probe needs to notice. */
const patience = 25_000

export const brokenDatabase: Part = async (guard) => {
  const shop = await takeShop('silent')
  const target = new URL(shop.server.databaseUrl)
  const proxy = await openFaultProxy({ host: target.hostname, port: Number(target.port) })
  target.port = String(proxy.port)
  const { data, remove } = await openDataFolder()
  const secret = await readSecret({ secret: undefined, data: shop.server.data })
  const env = { DATABASE_URL: target.href, HEARTBELL_SECRET: secret }
  const command = join(serverFolder, 'bin', 'heartbell.js')
  const server = await startProcess([command, 'serve', '--port', '0', '--data', data, '--no-alerts'], env)
  const wrong: string[] = []
  const backs: number[] = []
  try {
    const call = caller(shop, server)
    if ((await call()).status !== 200) wrong.push('the service does not work through the proxy')
    for (const trouble of ['away', 'hang'] as const) {
      await proxy.set(trouble)
      for (const answer of await Promise.all([call(), call(), call('readyz')]))
        if (answer.status !== 503 || answer.retryAfter === null)
          wrong.push(
            `${trouble}: answered ${answer.status} after ${answer.millis} ms, Retry-After ${answer.retryAfter}`,
          )
      if ((await call('healthz')).status !== 200) wrong.push(`${trouble}: the process itself did not answer`)
      const back = timeUntil(async () => (await call('readyz')).status === 200, 30_000)
      if (guard === 'stay-away') await new Promise((resolve) => setTimeout(resolve, soon + 500))
      await proxy.set('none')
      const took = await back
      backs.push(took ?? -1)
      if (took === null || took > soon) wrong.push(`${trouble}: ready again after ${took ?? 'more than 30,000'} ms`)
      if ((await call()).status !== 200) wrong.push(`${trouble}: the first call afterwards did not work`)
    }
    for (const trouble of ['trickle', 'late'] as const) {
      await proxy.set(trouble)
      const answers = await Promise.all(Array.from({ length: 5 }, () => call()))
      const bad = answers.find(({ status }) => status !== 200 && status !== 503)
      if (bad) wrong.push(`${trouble}: answered ${bad.status} after ${bad.millis} ms`)
    }
  } finally {
    await server.end('SIGKILL')
    await proxy.close()
    await shop.close()
    await remove()
  }
  return { did: `database away and silent: ready again after ${backs.join(' and ')} ms`, wrong }
}

type Answer = { status: number; retryAfter: string | null; millis: number }

/** Status 0: no answer in time. */
const caller =
  ({ keys }: Shop, { url }: Running) =>
  async (path = ''): Promise<Answer> => {
    const since = performance.now()
    const pid = encodeURIComponent(keys.pid)
    const asked = path
      ? fetch(new URL(path, url), { signal: AbortSignal.timeout(patience) })
      : fetch(new URL(`/api/v3/product/wishlist/social-count?pid=${pid}&empi=1`, url), {
          signal: AbortSignal.timeout(patience),
        })
    const answer = await asked.then(
      async (reply) => {
        await reply.arrayBuffer()
        return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
      },
      () => ({ status: 0, retryAfter: null }),
    )
    return { ...answer, millis: Math.round(performance.now() - since) }
  }
