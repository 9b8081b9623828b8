/** The memory of an installed server: at rest, and under full load. */
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runLoad } from '../../setup/load.ts'
import { writeNumber } from '../../setup/report.ts'
import { startServer } from '../../setup/server.ts'
import { firstNumber, openShop, seedCatalog } from '../../setup/shop.ts'
import { prepareAdds } from './add-item.ts'
import { crowdOf, prepareFetches } from './fetch-lists.ts'
import type { BenchRow } from './row.ts'

/** Megabytes of the Node.js process, without PostgreSQL. */
const mostIdle = 90
const mostLoaded = 200

export const processMemory: BenchRow = {
  name: 'process-memory',
  what: 'resident memory of the Node.js process, alerts included: at rest and under load',
  async measure(_, { clients, seconds, quick }) {
    const shop = await openShop()
    let { server } = shop
    try {
      await seedCatalog(shop.sql, shop.store)
      const calls = [
        await prepareFetches(shop, firstNumber + 10_000, crowdOf({ quick })),
        await prepareAdds(shop, firstNumber + 1_000),
      ]
      // As on every day but the first: started on existing data.
      await server.end()
      server = await startServer(server.data)
      const pid = server.process.pid!
      await pause(quick ? 1_000 : 15_000)
      const idle = await residentMegabytes(pid)
      let most = idle
      for (const next of calls) {
        const load = runLoad({ url: server.url, clients, seconds: seconds * (quick ? 1 : 2), next })
        most = Math.max(most, await highest(pid, load))
      }
      const holds = idle <= mostIdle && most <= mostLoaded
      const detail = `${writeNumber(Math.round(idle))} MB at rest; ${writeNumber(Math.round(most))} MB at most under load, ${clients} clients`
      const figures = {
        unit: 'MB',
        amounts: [
          { name: 'at rest', amount: idle },
          { name: 'under load', amount: most },
        ],
      }
      return {
        ...{ name: 'process-memory', value: Math.round(idle), unit: 'MB', detail, holds, figures },
        bar: `≤ ${mostIdle}, ≤ ${mostLoaded} under load`,
      }
    } finally {
      await shop.close(server)
    }
  },
}

/** `ps` reports kilobytes, on Linux and macOS. */
async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

async function highest(pid: number, load: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = load.finally(() => (isOver = true))
  let most = 0
  while (!isOver) {
    most = Math.max(most, await residentMegabytes(pid))
    await Promise.race([over, pause(250)])
  }
  await over
  return most
}
