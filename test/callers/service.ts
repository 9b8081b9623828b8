/** A service that callers reach by its address alone: the whole app on a port of its own, with a store and what it sells. */
import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { NewStore } from '../../packages/server/src/domain/stores/stores.ts'
import { openTestApp, type Reply } from '../../packages/server/src/http/testing/test-app.ts'

/** What callers read they read without types. */
export type Answer = Reply['body']

export type Service = {
  /** The one thing a caller changes to come to us. */
  url: string
  store: NewStore
  /** What a store's server renders into the page of a shopper who is logged in. */
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
