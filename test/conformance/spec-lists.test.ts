/** The specification played by HTTP: the fields of a list and of its items, and deleting a list. */
import { expect, test } from 'vitest'
import { add, done, makeList, product, products } from '../../packages/server/src/http/testing/lists.ts'
import { basic, form, useTestApp } from '../../packages/server/src/http/testing/test-app.ts'

const t = useTestApp()

const remove = async (query: Record<string, unknown>, fields: Record<string, unknown>) =>
  await t.app.inject({
    method: 'POST',
    url: `/api/v3/lists/delete-list?${form({ pid: t.store.pid, ...query })}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form(fields),
  })

// proves S2.6.shown
test('an item in listcontents has each field of the specification, of its type', async () => {
  const ana = await t.account('ana@shop.example')
  const { lid } = await makeList(t, ana)
  const sent = { dt: 'Green shirt', bt: 'Linen', sku: 'GS-1', iu: 'https://cdn.example/1.png', pr: 19.5 }
  await add(t, ana, lid, [product(3, sent)])
  const [list] = await done(t, 'lists/fetch-lists', ana)
  const [item] = list.listcontents
  expect(item).toMatchObject({ ...product(3), ...sent, lid, uby: 'ana@shop.example', _t: expect.any(Number) })
  for (const field of ['di', 'pid', 'id', '_pkey']) expect(item[field]).toMatch(/./)
  for (const field of ['cts', 'uts']) expect(Math.abs(Date.now() - item[field])).toBeLessThan(60_000)
})

// proves S2.5.lname, C3.create-name
test('a name is unique for a user, whatever the type of the list', async () => {
  const guest = await t.guest()
  await makeList(t, guest, { lname: 'For later' })
  for (const lty of ['wl', 'sfl'])
    expect(await t.shop('lists/create', guest, { lname: 'for LATER', lty })).toMatchObject({
      status: 409,
      body: { type: 'lname-taken' },
    })
})

// proves S4.3.answer, S4.3.path, S3.deleted, S1.delete
test('deleting answers the record with each field of the specification, st 1, and the list is gone', async () => {
  const ana = await t.account('bea@shop.example')
  const { lid } = await makeList(t, ana, { lname: 'Gone' })
  await add(t, ana, lid, products(1, 3))
  const gone = (await remove({}, { ...ana, lid })).json()
  expect(gone).toMatchObject({ lname: 'Gone', lid, lty: 'wl', st: 1, cnt: 3, itemcmnts: 0, pid: t.store.pid })
  expect(gone).toMatchObject({ cby: 'bea@shop.example', uby: 'bea@shop.example', cfor: 'bea@shop.example' })
  for (const field of ['di', 'uid', 'id', 'lhash', '_pkey']) expect(gone[field]).toMatch(/./)
  for (const field of ['cts', 'uts', '_t']) expect(gone[field]).toEqual(expect.any(Number))
  expect(gone.userinfo).toMatchObject({ em: 'bea@shop.example' })
  expect(await done(t, 'lists/fetch-lists', ana)).toEqual([])
})

// proves S4.3.limit, S4.3.offset
test.each([
  [{ limit: 2 }, [3, 2]],
  [{ limit: 0 }, []],
  [{ limit: 1000 }, [3, 2, 1]],
  [{ limit: '9223372036854775807' }, [3, 2, 1]],
  [{ offset: 2 }, [1]],
  [{ limit: 1, offset: 1 }, [2]],
  [{ offset: '9223372036854775807' }, []],
])('%j is an int64 that pages what is returned; the list is deleted whole', async (query, shown) => {
  const guest = await t.guest()
  const { lid } = await makeList(t, guest)
  await add(t, guest, lid, products(1, 3))
  const reply = await remove(query, { ...guest, lid })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.json().listcontents.map(({ epi }: { epi: number }) => epi)).toEqual(shown)
  expect(await done(t, 'lists/fetch-lists', guest)).toEqual([])
})

// proves S2.5.lprops-reports
test('no report contains the properties of a list', async () => {
  const guest = await t.guest()
  const { lid } = await makeList(t, guest, { lprops: { occasion: 'silver wedding' } })
  await add(t, guest, lid, [product(77)])
  const asked = { medium: 'email', mediumvalue: 'ada@shop.example', topics: ['backinstock'], products: [product(77)] }
  await t.admin('bispa/subscriptions/create', asked)
  const headers = { authorization: basic(t.store) }
  for (const report of ['demand', 'alerts']) {
    const reply = await t.app.inject({ url: `/storeadmin/v3/reports/${report}`, headers })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toMatch(/occasion|silver wedding/)
    if (report === 'demand') expect(reply.body).toContain('"epi":77')
  }
})
