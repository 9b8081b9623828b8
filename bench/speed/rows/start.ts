/** From the command to the first possible response, on existing data, without PostgreSQL's own start. */
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { startProcess } from '../../setup/process.ts'
import { writeNumber } from '../../setup/report.ts'
import { command } from '../../setup/server.ts'
import { openShop, type Shop, seedCatalog } from '../../setup/shop.ts'
import { median } from '../ratio.ts'
import type { BenchRow } from './row.ts'

const bar = 2

export const start: BenchRow = {
  name: 'start',
  what: 'heartbell serve on existing data, until it is ready; PostgreSQL runs already',
  async measure(_, { rounds }) {
    // Its own server: a starting server also sends what is due, and other rows leave messages due.
    const shop = await openShop()
    const times: number[] = []
    try {
      await seedCatalog(shop.sql, shop.store)
      await timeStart(shop)
      for (let round = 0; round < rounds; round++) times.push(await timeStart(shop))
    } finally {
      await shop.close()
    }
    const value = median(times)
    return {
      ...{ name: 'start', value, unit: 's', bar: `≤ ${bar}`, holds: value <= bar },
      detail: `rounds ${times.map(writeNumber).join(' ')}`,
      figures: { unit: 's', limit: bar, amounts: [{ name: 'start', amount: value, rounds: times }] },
    }
  },
}

/** Seconds. */
async function timeStart({ server: { databaseUrl, data } }: Shop): Promise<number> {
  const env = { DATABASE_URL: databaseUrl, HEARTBELL_SECRET: await readSecret({ secret: undefined, data }) }
  const since = performance.now()
  const { end } = await startProcess([command, 'serve', '--port', '0', '--data', data], env)
  const took = (performance.now() - since) / 1000
  await end()
  return took
}
