/** With double opt-in, no address joins the mailing list without a confirmation, and the confirmation mail says so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewStore } from '../domain/stores/stores.ts'
import { claimChoices } from '../domain/subscriptions/subscription-forwards.ts'
import { openPages } from './testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
let careful: NewStore
beforeAll(async () => {
  t = await openPages()
  careful = await t.newStore('double-opt-in=on')
  await t.stock(careful)
})
afterAll(() => t.close())

const ask = (address: string, epi: number, addtomailinglist: number) => ({
  ...{ medium: 'email', mediumvalue: address, topics: ['backinstock'], addtomailinglist },
  products: [{ epi, empi: 1, du: 'https://shop.example/products/shirt' }],
})
const choices = async (address: string) => {
  const { storeId } = await t.storeNow(careful)
  return (await t.sql`select joins from mailing_choices where store_id = ${storeId} and address = ${address}`).map(
    ({ joins }) => joins,
  )
}
const forwarded = async (address: string) => {
  const { storeId } = await t.storeNow(careful)
  return (await claimChoices(t.sql, storeId, 100, 0)).filter((one) => one.address === address).length
}
const letterTo = async (address: string) =>
  (
    await t.sql`select body_text, body_html from messages where recipient = ${address} order by created_at desc limit 1`
  )[0]!
const linkFor = async (address: string) =>
  /https:\/\/wishes\.example(\/alerts\/confirm\/[\w-]+)/.exec((await letterTo(address)).bodyText)![1]!

test.each([
  [
    'a guest',
    async (address: string) =>
      t.shop('subscriptions/create', await t.guest(undefined, careful), ask(address, 1, 1), careful),
  ],
  ['the store’s server', async (address: string) => t.admin('bispa/subscriptions/create', ask(address, 1, 1), careful)],
])('asked for by %s, an address joins with its own yes and not before', async (who, subscribe) => {
  const address = `${who.length}@join.example`
  expect((await subscribe(address)).status).toBe(200)
  expect(await choices(address)).toEqual([])
  expect(await forwarded(address)).toBe(0)
  const sentence = 'Confirming also signs you up for news from Test store.'
  const letter = await letterTo(address)
  expect(letter.bodyText).toContain(sentence)
  expect(letter.bodyHtml).toContain(sentence)
  const link = await linkFor(address)
  expect((await t.look(link)).body).toContain('Confirming also signs you up for news from')
  await t.post(link)
  expect(await choices(address)).toEqual([true])
  expect(await forwarded(address)).toBe(1)
})

test('a join request by another person is not confirmed with other alerts', async () => {
  const address = 'own@join.example'
  await t.shop('subscriptions/create', await t.guest(undefined, careful), ask(address, 1, 0), careful)
  await t.shop('subscriptions/create', await t.guest(undefined, careful), ask(address, 1, 1), careful)
  expect((await letterTo(address)).bodyText).not.toContain('signs you up')
  await t.post(await linkFor(address))
  expect(await choices(address)).toEqual([])
})

test('a refusal of the owner stays until the owner confirms', async () => {
  const address = 'left@join.example'
  const owner = await t.account(address, careful)
  await t.shop('subscriptions/create', owner, ask(address, 1, 0), careful)
  expect(await choices(address)).toEqual([false])
  await t.shop('subscriptions/create', await t.guest(undefined, careful), ask(address, 2, 1), careful)
  expect(await choices(address)).toEqual([false])
  // a signed-in shopper owns the address
  await t.shop('subscriptions/create', owner, ask(address, 3, 1), careful)
  expect(await choices(address)).toEqual([true])
})

test('a confirmed address joins the mailing list at once when its store requests it', async () => {
  const address = 'known@join.example'
  await t.admin('bispa/subscriptions/create', ask(address, 1, 0), careful)
  await t.post(await linkFor(address))
  await t.admin('bispa/subscriptions/create', ask(address, 1, 1), careful)
  expect(await choices(address)).toEqual([true])
})
