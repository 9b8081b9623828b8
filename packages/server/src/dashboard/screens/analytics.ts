/** Analytics by period, topic and channel, and the demand book. */
import type { FastifyInstance } from 'fastify'
import { findCurrency, lastDays, type Period, readDays, readTopicFigures } from '../../domain/reports/daily-figures.ts'
import { countDemand, readDemand, type WantedVariant } from '../../domain/reports/demand.ts'
import { readLiftReport } from '../../domain/reports/lift-report.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { bindStore } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import type { Freshness } from '../plumbing/stale-while-counting.ts'
import { bindTable } from '../plumbing/tables.ts'
import { freshDays, sumUp } from './home.ts'

const figureColumns = [
  ['signed up', ({ signedUp }: { signedUp: number }) => signedUp],
  ['told', ({ told }: { told: number }) => told],
  ['clicked', ({ clicked }: { clicked: number }) => clicked],
  ['bought', ({ bought }: { bought: number }) => bought],
  ['revenue', ({ revenue }: { revenue: number }) => revenue],
] as const

export function analyticsRoutes(scope: FastifyInstance, context: DashboardContext, fresh: Freshness): void {
  const { sql } = context

  const both = async (store: Store, length: number): Promise<{ now: Period; before: Period; isCounted: boolean }> => {
    const { now, before } = lastDays(store, length)
    const isCounted = await freshDays(fresh, context, store, { from: before.from, to: now.to })
    return { now, before, isCounted }
  }

  bindStore(scope, context, 'GET /analytics', { needs: 'viewer' }, async ({ store, fields }) => {
    const { now, before, isCounted } = await both(store, fields.days)
    const [these, those, currency] = await Promise.all([
      readDays(sql, store, now),
      readDays(sql, store, before),
      findCurrency(sql, store),
    ])
    return { now: sumUp(these), before: sumUp(those), currency, isCounted }
  })

  bindTable(
    scope,
    context,
    'GET /analytics/days',
    {
      needs: 'viewer',
      columns: [
        ['day', ({ day }) => day],
        ['saved', ({ saved }) => saved],
        ...figureColumns,
        ['restocks', ({ restocks }) => restocks],
        ['waiting', ({ waiting }) => waiting],
      ],
    },
    async ({ store, fields }) => {
      const { now } = await both(store, fields.days)
      return { rows: (await readDays(sql, store, now)).reverse(), next: null }
    },
  )

  bindTable(
    scope,
    context,
    'GET /analytics/topics',
    {
      needs: 'viewer',
      columns: [['topic', ({ topic }) => topic], ['channel', ({ medium }) => medium], ...figureColumns],
    },
    async ({ store, fields }) => {
      const { now } = await both(store, fields.days)
      return { rows: await readTopicFigures(sql, store, now), next: null }
    },
  )

  bindStore(scope, context, 'GET /analytics/lift', { needs: 'viewer' }, async ({ store, fields }) => ({
    topics: await readLiftReport(sql, store, fields.days),
  }))

  bindTable(
    scope,
    context,
    'GET /analytics/demand',
    {
      needs: 'viewer',
      columns: [
        ['product', ({ title }) => title],
        ['variant', ({ variantInfo }) => variantInfo],
        ['variant id', ({ variantId }) => variantId],
        ['topic', ({ topic }) => topic],
        ['people waiting', ({ waiting }) => waiting],
        ['units wanted', ({ units }) => units],
        ['in stock', ({ stock }) => stock],
        ['unmet units', unmet],
        ['price', ({ price }) => price],
        ['worth', (row) => (row.price === null ? null : unmet(row) * row.price)],
      ],
    },
    async ({ store }, slice) => {
      await fresh(`demand ${store.storeId}`, () => countDemand(sql, store))
      const { rows, next } = await readDemand(sql, store, slice)
      return { rows: rows.map((row) => ({ ...row, unmet: unmet(row) })), next }
    },
  )
}

/** Units that shoppers want beyond the stock. */
const unmet = ({ units, stock }: WantedVariant) => Math.max(0, units - Math.max(stock ?? 0, 0))
