/** The whole app on its own port, with a store and a catalog, for callers that know only its address. */
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { NewStore } from '../../packages/server/src/domain/stores/stores.ts'
import { openTestApp, type Reply } from '../../packages/server/src/http/testing/test-app.ts'

/** Callers read untyped answers. */
export type Answer = Reply['body']

export type Service = {
  /** The only setting that a caller changes. */
  url: string
  store: NewStore
  /** The token that a store's server renders for a logged-in shopper. */
  vouch(email: string): string
  close(): Promise<void>
}

export const catalog = Array.from({ length: 80 }, (_, i) => ({
  epi: 40_000 + i,
  empi: 8_000 + i,
  du: `https://shop.example/products/plant-${i}`,
  dt: `Plant ${i}`,
  pr: 10 + i,
  stk: i % 3,
}))

export async function openService(): Promise<Service> {
  const { app, store, admin, close } = await openTestApp()
  await admin('v3/catalog/products', { products: catalog })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    store,
    vouch(email) {
      const signed = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + 600}`
      return `${signed}.${createHmac('sha256', store.identitySecret).update(signed).digest('hex')}`
    },
    close,
  }
}
