/** Helpers for tests of identity: regids requested by a store's server, and the lists of their owners. */
import { randomUUID } from 'node:crypto'
import type { TestApp, TestShopper } from './test-app.ts'

export const agent = { useragenttype: 'webApp' }

export const newEmail = () => `${randomUUID()}@shop.example`

export const generate = (t: TestApp, fields: Record<string, unknown>, store = t.store) =>
  t.admin('v3/user/generate-regid', { ...agent, ...fields }, store)

export const listsOf = async (t: TestApp, who: TestShopper) => (await t.shop('lists/fetch-lists', who)).body
