/** Health checks: database, migrations, engine, mail. */
import type { Returned, StoreRoutes } from '@heartbell/contract/dashboard/routes'
import type { FastifyInstance } from 'fastify'
import { findPending } from '../../../database/migrate.ts'
import { describeHealth } from '../../../domain/reports/health.ts'
import { bindStore } from '../../plumbing/bind.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'

/** Work is done within seconds; if it waits longer, no process is doing it. */
const patience = 60_000

export function healthRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, publicUrl } = context
  bindStore(scope, context, 'GET /health', { needs: 'admin' }, async ({ store }) => {
    const started = performance.now()
    const health = await describeHealth(sql, store)
    const took = Math.round(performance.now() - started)
    const pending = await findPending(sql)
    const isLate = (since: Date | null) => since !== null && Date.now() - since.getTime() > patience
    const checks: Returned<StoreRoutes['GET /health']>['checks'] = [
      { name: 'database', isWell: true, facts: { version: health.databaseVersion, took } },
      { name: 'migrations', isWell: pending.length === 0, facts: { pending: pending.length } },
      { name: 'engine', isWell: !isLate(health.workWaitsSince), facts: { waitsSince: health.workWaitsSince } },
      {
        name: 'mail',
        isWell: health.failed === 0 && !isLate(health.mailWaitsSince),
        facts: { lastSentAt: health.lastSentAt, failed: health.failed, waitsSince: health.mailWaitsSince },
      },
    ]
    return { publicUrl: publicUrl(), node: process.versions.node, checks }
  })
}
