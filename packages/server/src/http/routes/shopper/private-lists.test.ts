/** Every call with a list, tried on another owner's list. The calls come from the contract, so a new endpoint is included. */
import { allEndpoints } from '@heartbell/contract/endpoints'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { add, done, expectRefused, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const naming = ['listId', 'listIds', 'copyFrom']
const calls = allEndpoints
  .filter(([, { auth, fields }]) => auth === 'shopper' && naming.some((name) => name in fields.shape))
  .map(([name, { path }]) => [name, path.replace('/api/v3/', '')] as const)

/** Calls that every shopper may make on a public list; all others are for its owner. */
const readers = ['createList', 'fetchUserList', 'fetchListWithContents', 'fetchList', 'fetchItems']
readers.push('emailList', 'reportShare')
const loggedIn = ['markPublic', 'markPrivate', 'emailList', 'chooseSavedAlerts']
const onlySaved = ['addSaved', 'removeSaved', 'updateSaved', 'moveSaved']

/** These name items by variant alone, or one item. */
const arranging = ['moveItems', 'copyItems', 'reorderItems']

/** The fields of all calls; each call ignores the others' fields. */
const fieldsFor = (lid: string, name: string) => ({
  lid,
  lids: [lid],
  fromlid: lid,
  lname: 'Taken over',
  a: [product(9)],
  tolid: lid,
  items: arranging.includes(name) ? [1] : [product(1)],
  epi: name === 'setPriority' ? 1 : undefined,
  priority: 'nice',
  fromname: 'Mallory',
  toemail: 'mallory@example.org',
  medium: 'telex',
  enabled: true,
})

const t = useTestApp()
let owner: TestShopper
let stranger: TestShopper
let guest: TestShopper
let elsewhere: NewStore
let hidden: string
let saved: string
let shown: string
beforeAll(async () => {
  owner = await t.account('owner@example.com')
  stranger = await t.account('stranger@example.com')
  guest = await t.guest()
  elsewhere = await t.newStore()
  hidden = (await makeList(t, owner)).lid
  shown = (await makeList(t, owner)).lid
  saved = (await done(t, 'lists/sfl/fetch', owner)).list.lid
  for (const lid of [hidden, shown, saved]) await add(t, owner, lid, [product(1)])
  await done(t, 'lists/markPublic', owner, { lid: shown })
})

const nameOf = (path: string) => calls.find(([, of]) => of === path)![0]
const ask = (path: string, who: TestShopper, lid: string, store?: NewStore) =>
  t.shop(path, who, fieldsFor(lid, nameOf(path)), store)

test('there are calls to try', () => {
  expect(calls.length).toBeGreaterThanOrEqual(19)
})

describe.each(calls)('%s', (name, path) => {
  const its = () => (onlySaved.includes(name) ? saved : hidden)

  // proves C3.private
  test('does not find a private list of another shopper, and does not reveal that it exists', async () => {
    const before = await look(t, owner, its())
    const reply = await ask(path, stranger, its())
    expectRefused(reply, 404, 'unknown-list')
    const last = its().at(-1) === '0' ? '1' : '0'
    const { requestid: _, ...nowhere } = (await ask(path, stranger, `${its().slice(0, -1)}${last}`)).body
    expect(reply.body).toMatchObject(nowhere)
    const asGuest = await ask(path, guest, its())
    if (loggedIn.includes(name)) expectRefused(asGuest, 403, 'login-required')
    else expectRefused(asGuest, 404, 'unknown-list')
    expect(await look(t, owner, its())).toEqual(before)
  })

  test('does not find a list of another store, public or not', async () => {
    const account = await t.account('owner@example.com', elsewhere)
    for (const lid of [its(), shown]) expectRefused(await ask(path, account, lid, elsewhere), 404, 'unknown-list')
    expectRefused(await ask(path, owner, its(), elsewhere), 401, 'sw-badregid')
  })
})

const isReader = ([name]: (typeof calls)[number]) => readers.includes(name)

test.each(calls.filter((call) => !isReader(call)))(
  '%s does not change a public list of another shopper',
  async (name, path) => {
    const lid = onlySaved.includes(name) ? saved : shown
    await done(t, 'lists/markPublic', owner, { lid })
    const before = await look(t, owner, lid)
    expectRefused(await ask(path, stranger, lid), 404, 'unknown-list')
    expect(await look(t, owner, lid)).toEqual(before)
    if (lid === saved) await done(t, 'lists/markPrivate', owner, { lid })
  },
)

test.each(calls.filter(isReader))(
  '%s reads a public list of another shopper without naming them',
  async (name, path) => {
    const { status, body } = await ask(path, stranger, shown)
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toContain('owner@example.com')
    if (name === 'createList') await done(t, 'lists/delete-list', stranger, { lid: body.lid })
  },
)

test('no text of a private list was sent, and no share of it was counted', async () => {
  const sent = await t.sql`select body_text from messages`
  expect(sent).toHaveLength(1)
  expect(sent[0]!.bodyText).toContain(`/shared/${shown}`)
  const [{ prefix }, shares] = [await t.storeNow(), await t.sql`select list_id from list_shares`]
  expect(shares.map(({ listId }) => prefix + listId.replaceAll('-', ''))).toEqual([shown])
})
