/** Any variant of a product, seen by those who asked for an alert at the same address. */
import { expect, test } from 'vitest'
import { planAll } from '../../../domain/planning/testing/waiting-people.ts'
import { done } from '../../testing/lists.ts'
import { useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
const entry = (epi: number) => ({ epi, empi: 10, du: `/p?v=${epi}`, dt: `Size ${epi}`, pr: epi, stk: 0 })

test('a stranger sees the variant that they asked for, also after the alert moved to another one', async () => {
  const seen: object[] = []
  for (const isKnown of [false, true]) {
    const store = await t.newStore('pacing=everyone')
    await t.admin('v3/catalog/products', { products: [entry(101), entry(102)] }, store)
    const alert = { medium: 'email', mediumvalue: 'ada@mail.example', topics: ['backinstock'] }
    const products = [{ epi: 101, empi: 10, du: '/p' }]
    if (isKnown) {
      const ada = await t.account('ada@mail.example', store)
      await done(t, 'subscriptions/create', ada, { ...alert, products: [{ ...products[0], any: true }] }, store)
    }
    const stranger = await t.guest(undefined, store)
    await done(t, 'subscriptions/create', stranger, { ...alert, products }, store)
    await t.admin('v3/catalog/stock', { items: [{ epi: 102, stk: 5 }] }, store)
    await planAll(t.sql, await t.storeNow(store))
    const { subscriptions } = await done(t, 'subscriptions/fetch-subs', stranger, {}, store)
    // somebody is ahead of them, which may be anybody
    const { cts, position, ...shown } = subscriptions[0]
    seen.push(shown)
  }
  expect(seen[0]).toMatchObject({ epi: 101, dt: 'Size 101', pr: 101 })
  expect(seen[1]).toEqual(seen[0])
})
