/** The routes of the contract and those of the server are the same. */
import { personRoutes, storeRoutes } from '@heartbell/contract/dashboard/routes'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { base, inStore } from './plumbing/bind.ts'
import type { DashboardContext } from './plumbing/dashboard-context.ts'
import { dashboardRoutes } from './routes.ts'

test('every route of the contract is bound, and every bound route is in the contract', async () => {
  const bound: string[] = []
  const app = fastify({ exposeHeadRoutes: false })
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith(base)) bound.push(`${method} ${url.slice(base.length)}`)
  })
  app.register((scope) => dashboardRoutes(scope, {} as DashboardContext))
  await app.ready()
  const expected = [...Object.keys(personRoutes), ...Object.keys(storeRoutes).map(inStore)]
  expect(bound.filter((key) => !key.endsWith('.csv')).sort()).toEqual(expected.sort())
  await app.close()
})
