/** Home: set-up progress, figures of the last weeks, demand, and what needs attention. */
import type { FastifyInstance } from 'fastify'
import {
  countDays,
  type DailyFigures,
  findCurrency,
  lastDays,
  type Period,
  readDays,
} from '../../domain/reports/daily-figures.ts'
import { countDemand, readDemand } from '../../domain/reports/demand.ts'
import { readMerchantAlerts, readSetupProgress } from '../../domain/reports/merchant-alerts.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { bindStore } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import type { Freshness } from '../plumbing/stale-while-counting.ts'

/** Counts both periods at once, and only days that were not counted before. */
export const freshDays = (fresh: Freshness, { sql }: DashboardContext, store: Store, { from, to }: Period) =>
  fresh(`days ${store.storeId} ${from}`, () => countDays(sql, store, { from, to }))

export function homeRoutes(scope: FastifyInstance, context: DashboardContext, fresh: Freshness): void {
  const { sql } = context
  bindStore(scope, context, 'GET /home', { needs: 'viewer' }, async ({ store, user, fields: { days } }) => {
    const { now, before } = lastDays(store, days)
    const [isCounted, isDemandCounted] = await Promise.all([
      freshDays(fresh, context, store, { from: before.from, to: now.to }),
      fresh(`demand ${store.storeId}`, () => countDemand(sql, store)),
    ])
    const [all, wanted, attention, setup, currency] = await Promise.all([
      readDays(sql, store, { from: before.from, to: now.to }),
      readDemand(sql, store, { soldOutOnly: true, limit: 6 }),
      readMerchantAlerts(sql, store),
      readSetupProgress(sql, store, user.userId),
      findCurrency(sql, store),
    ])
    return {
      isCounted: isCounted && isDemandCounted,
      figures: sumUp(all.slice(days)),
      before: sumUp(all.slice(0, days)),
      days: all.slice(days),
      wanted: wanted.rows,
      attention: {
        ...attention,
        isStale:
          attention.isFed && (!attention.catalogAt || Date.now() - attention.catalogAt.getTime() > 48 * 3_600_000),
      },
      setup,
      currency,
    }
  })
}

export type Sums = Omit<DailyFigures, 'day' | 'restocks'> & { restocks: number }

/** How many wait is a level, not a sum: the last known value. */
export function sumUp(days: DailyFigures[]): Sums {
  const sum = (figure: keyof Omit<DailyFigures, 'day' | 'waiting'>) =>
    days.reduce((total, day) => total + day[figure], 0)
  return {
    signedUp: sum('signedUp'),
    told: sum('told'),
    clicked: sum('clicked'),
    bought: sum('bought'),
    revenue: sum('revenue'),
    saved: sum('saved'),
    restocks: sum('restocks'),
    waiting: days.findLast(({ waiting }) => waiting !== null)?.waiting ?? null,
  }
}
