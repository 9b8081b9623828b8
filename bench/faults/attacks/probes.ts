/** Actors with a role elsewhere call every route for what is not theirs; nothing leaks, nothing changes, nothing is confirmed. */
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { connect } from '../../../packages/server/src/database/connect.ts'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { makeVault } from '../../../packages/server/src/domain/secrets/vault.ts'
import type { Route } from '../../../test/fuzz/route-table.ts'
import { openShop } from '../../setup/shop.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { breakApp, breakStatements, type Guard, guards } from './probe/breaks.ts'
import { planRoutes } from './probe/plan.ts'
import { type Report, runProbes } from './probe/run.ts'
import { openSender } from './probe-sender.ts'
import { buildProbedApp, openProbeWorld, type Probed, type ProbeWorld } from './probe-world.ts'

/** About as many as all actors, routes and things give. */
const all = 55_000

export const probes: FaultRow = {
  name: 'probes',
  what: 'every route of API, dashboard, hooks and pages, called by actors who have a role elsewhere',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    const report = await probe({ share: size('probes', all, 2_000) / all, seed, guard: guard as Guard | undefined })
    const { asked, faults, statuses, limited, perActor } = report
    const detail = [
      `${asked} probes by ${perActor.size} actors: ${faults.length} wrong, ${limited} met a limit`,
      `answers ${[...statuses]
        .sort(([one], [other]) => one - other)
        .map(([status, count]) => `${status} × ${count}`)
        .join(', ')}`,
      ...(faults.length === 0
        ? [`each: ${[...perActor].map(([actor, count]) => `${actor} ${count}`).join(', ')}`]
        : []),
      ...faults.slice(0, 12),
      secondsSince(since),
    ].join('; ')
    // A run where all calls are refused, all succeed, or limits answer, proves nothing.
    const isRun = [200, 401, 403, 404].every((status) => (statuses.get(status) ?? 0) > 0) && limited < asked / 50
    return {
      name: 'probes',
      value: faults.length,
      unit: 'leaks',
      bar: '0',
      holds: faults.length === 0 && isRun,
      detail,
    }
  },
}

/** `actors` and `only` filter by name and by path; without them all are probed. */
export type Probing = { share: number; seed: number; guard?: Guard | undefined; actors?: RegExp; only?: RegExp }

/** Against the built server; with a guard removed, against the same app in this process. */
async function probe(probing: Probing): Promise<Report> {
  const shop = await openShop({ flags: ['--no-alerts'] })
  const vault = makeVault(await readSecret({ secret: undefined, data: shop.server.data }))
  const sql = connect({ url: shop.server.databaseUrl, connections: 8, name: 'heartbell probes' })
  const broken = breakStatements(sql, probing.guard)
  const { app, routes } = await breakApp(sql, probing.guard, () => buildProbedApp(broken, vault))
  try {
    const { guard } = probing
    const url = guard ? new URL(await app.listen({ port: 0, host: '127.0.0.1' })) : shop.server.url
    return await probeService({ sql, vault, url }, routes, probing)
  } finally {
    await app.close()
    await sql.end({ timeout: 1 })
    await shop.close()
  }
}

export async function probeService(probed: Probed, table: readonly Route[], probing: Probing): Promise<Report> {
  const opened = await openProbing(probed, table)
  return await opened.probe(probing).finally(opened.close)
}

export type OpenProbing = { world: ProbeWorld; probe(probing: Probing): Promise<Report>; close(): void }

/** Several runs may use one world if their actors differ: an actor leaves things behind. */
export async function openProbing(probed: Probed, table: readonly Route[]): Promise<OpenProbing> {
  const { planned, withoutPlan } = planRoutes(table)
  if (withoutPlan.length > 0) throw new Error(`These routes have no plan of probes: ${withoutPlan.join(', ')}`)
  const { send, close } = openSender(probed.url)
  const world = await openProbeWorld(probed, send)
  const probe = ({ share, seed, guard, actors, only }: Probing) =>
    runProbes({
      ...{ send, world, probed, random: seededRandom(seed), share },
      routes: planned.filter(({ path }) => only === undefined || only.test(path)),
      isWanted: (actor: string) => actors === undefined || actors.test(actor),
      asVictim: guard === 'door' ? world.victim.shopperData.tokens : undefined,
    })
  return { world, probe, close }
}
