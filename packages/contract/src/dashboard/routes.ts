/**
 * Every route of the dashboard. The server binds them by their keys and the dashboard calls them by their keys, so a field that one
 * side renames does not compile on the other.
 */
import type { z } from 'zod'
import { accountRoutes } from './account.ts'
import { integrationRoutes, webhookRoutes, widgetRoutes } from './connections.ts'
import { outboxRoutes, templateRoutes } from './messages.ts'
import { figureRoutes, productRoutes } from './products.ts'
import type { DashboardRoute, Timestamp } from './route.ts'
import { shopperRoutes } from './shoppers.ts'
import { privacyRoutes, storeSettingRoutes } from './store.ts'

/** Below `/stores/:store`. */
export const storeRoutes = {
  ...storeSettingRoutes,
  ...privacyRoutes,
  ...shopperRoutes,
  ...productRoutes,
  ...figureRoutes,
  ...outboxRoutes,
  ...templateRoutes,
  ...integrationRoutes,
  ...webhookRoutes,
  ...widgetRoutes,
} as const

export const personRoutes = accountRoutes

export type StoreRoutes = typeof storeRoutes
export type PersonRoutes = typeof personRoutes

type Fields<R extends DashboardRoute> = R extends { fields: infer F extends z.ZodObject } ? F : never

/** What a caller sends. */
export type Sent<R extends DashboardRoute> = [Fields<R>] extends [never] ? Record<never, never> : z.input<Fields<R>>
/** What the server reads. */
export type Read<R extends DashboardRoute> = [Fields<R>] extends [never] ? Record<never, never> : z.output<Fields<R>>
/** What a caller gets. */
export type Answer<R extends DashboardRoute> = z.output<R['answer']>
/** What the server returns, before JSON makes texts of dates. */
export type Returned<R extends DashboardRoute> = BeforeJson<Answer<R>>

export type BeforeJson<T> = T extends Timestamp
  ? Date
  : T extends readonly (infer One)[]
    ? readonly BeforeJson<One>[]
    : T extends object
      ? { [K in keyof T]: BeforeJson<T[K]> }
      : T
