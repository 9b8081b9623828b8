/** Ids of products and variants: numbers or texts on the wire, one and the same product behind them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done, expectRefused, look, makeList } from '../../testing/lists.ts'
import { openTestApp, type TestApp, type TestShopper } from '../../testing/test-app.ts'

let t: TestApp
let guest: TestShopper
beforeAll(async () => {
  t = await openTestApp()
  guest = await t.guest()
})
afterAll(() => t.close())

const item = (id: string) => `{"epi":${id},"empi":${id},"du":"/p"}`

/** `a` put together as text, because JavaScript itself would round what is sent. */
const asForm = (lid: string, ids: string[]) =>
  t.shop('lists/update-ctx', guest, { lid, a: `[${ids.map(item).join(',')}]` })

async function asJson(lid: string, ids: string[]) {
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/v3/lists/update-ctx?pid=${encodeURIComponent(t.store.pid)}`,
    headers: { 'content-type': 'application/json' },
    payload: `{"regid":"${guest.regid}","sessionid":"${guest.sessionid}","lid":"${lid}","a":[${ids.map(item).join(',')}]}`,
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

describe.each([
  ['form', asForm],
  ['JSON body', asJson],
])('in a %s', (_, send) => {
  // proves C1.ids, C7.zeros
  test.each([
    ['123', '123'],
    ['"123"', '123'],
    ['" 123 "', '123'],
    ['0', '0'],
    ['"0"', '0'],
    ['9007199254740991', '9007199254740991'],
    ['"9007199254740991"', '9007199254740991'],
    ['9007199254740992', '"9007199254740992"'],
    ['9007199254740993', '"9007199254740993"'],
    ['12345678901234567890123', '"12345678901234567890123"'],
    ['"12345678901234567890123"', '"12345678901234567890123"'],
    ['"007"', '"007"'],
    ['"00"', '"00"'],
    ['"-5"', '"-5"'],
    ['"1.5"', '"1.5"'],
    ['"1e3"', '"1e3"'],
    ['"gid://shopify/ProductVariant/1"', '1'],
    ['"größe-🎁"', '"größe-🎁"'],
  ])('%s comes back as %s', async (sent, expected) => {
    const { lid } = await makeList(t, guest)
    const reply = await send(lid, [sent])
    expect(reply.status).toBe(200)
    expect(reply.body.a[0]).toMatchObject({ epi: JSON.parse(expected), empi: JSON.parse(expected) })
    expect((await look(t, guest, lid)).listcontents[0].epi).toBe(JSON.parse(expected))
  })

  // proves S2.6.epi, S2.6.empi, C1.one-product
  test('123 and "123" are one product, 123 and "0123" are two', async () => {
    const { lid } = await makeList(t, guest)
    await send(lid, ['123'])
    await send(lid, ['"123"'])
    await send(lid, ['"0123"'])
    expect((await look(t, guest, lid)).cnt).toBe(2)
    expect((await t.shop('lists/update-ctx', guest, { lid, d: [{ epi: '123' }] })).body.d).toHaveLength(1)
  })

  // proves C1.lossless
  test('two ids that are equal as doubles are two products', async () => {
    const { lid } = await makeList(t, guest)
    const reply = await send(lid, ['9007199254740992', '9007199254740993'])
    expect(reply.body.a.map(({ epi }: { epi: string }) => epi)).toEqual(['9007199254740992', '9007199254740993'])
    const contains = await done(t, 'lists/contains', guest, { epis: '[9007199254740993]' })
    expect(contains).toEqual({ '9007199254740993': expect.arrayContaining([lid]) })
    await t.shop('lists/update-ctx', guest, { lid, d: '[{"epi":9007199254740993}]' })
    expect((await look(t, guest, lid)).listcontents).toMatchObject([{ epi: '9007199254740992' }])
  })

  // proves C1.lossless
  test.each([
    ['1.5', 'must be a whole number or text'],
    ['-5', 'must be a whole number or text'],
    ['1e300', 'must be a whole number or text'],
    ['true', 'must be a whole number or text'],
    ['[1]', 'must be a whole number or text'],
    ['{}', 'must be a whole number or text'],
    ['{"toString":"x"}', 'must be a whole number or text'],
    ['[{"toString":1,"valueOf":null}]', 'must be a whole number or text'],
    ['null', 'is required'],
    ['""', 'is required'],
    ['"  "', 'is required'],
    [`"${'9'.repeat(129)}"`, 'must be at most 128 characters'],
    ['"a\\u0007b"', 'must not contain control characters'],
    ['"a\\u0000b"', 'contains a NUL character'],
    ['"\\ud800"', 'contains a NUL character or an unpaired surrogate'],
  ])('%s is refused, naming the field', async (sent, says) => {
    const { lid } = await makeList(t, guest)
    expectRefused(await send(lid, ['1', sent]), 400, 'invalid-a', `a[1].epi ${says}`)
    expect((await look(t, guest, lid)).cnt).toBe(0)
  })
})

test('digits inside texts and custom fields are left alone', async () => {
  const { lid } = await makeList(t, guest)
  const note = 'card 4111111111111111111 {"epi": 9007199254740993} \\"12345678901234567890\\"'
  const a = [{ epi: 1, empi: 1, du: '/12345678901234567890', note, cprops: { '12345678901234567890': 'x' } }]
  const reply = await t.shop('lists/update-ctx', guest, { lid, a })
  expect(reply.body.a[0]).toMatchObject({ note, du: '/12345678901234567890', cprops: { '12345678901234567890': 'x' } })
})

test('a very long text beside a very long number is read', async () => {
  const { lid } = await makeList(t, guest)
  const unread = `"${'x\\"'.repeat(100_000)}"`
  const a = `[{"epi":9007199254740993,"empi":1,"du":"/p","unread":${unread}}]`
  const reply = await t.shop('lists/update-ctx', guest, { lid, a })
  expect(reply.body.a?.[0].epi).toBe('9007199254740993')
})
