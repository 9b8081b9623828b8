/** Maps with the merchant's own keys (`lprops`, `cprops`, `ldesc`): stored unchanged, within their limits. */
import { beforeAll, describe, expect, test } from 'vitest'
import { add, expectRefused, look, makeList, product } from '../../testing/lists.ts'
import { type Reply, type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
beforeAll(async () => {
  guest = await t.guest()
})

/** Words of the wire, of the code, of JavaScript and of nobody, as JSON text so that no key gets lost on the way. */
const strangeMap = `{"lid":"mine","lname":1,"epi":"2","listId":null,"camelCase":true,"snake_case":[1,{"lty":"x"}],
  "a.b":"dot","":"empty","__proto__":{"polluted":true},"constructor":"c","toString":"t","ключ 🔑":"значение",
  "$where":"1=1","nested":{"variantId":{"created_at":"now"}},"zero":0,"half":0.5,"small":-1e-7}`

const deep = (levels: number): unknown => (levels === 0 ? 'bottom' : { in: deep(levels - 1) })

/** The fields that accept a map: how it is sent, and where it is returned. */
const places: [string, string, (map: unknown) => Promise<Reply>, string][] = [
  ['lprops of a new list', 'lprops', (map) => send('create', { lname: unique(), lprops: map }), 'invalid-lprops'],
  ['ldesc of a new list', 'ldesc', (map) => send('create', { lname: unique(), ldesc: map }), 'invalid-ldesc'],
  [
    'lprops of an update',
    'lprops',
    async (map) => send('update', { lid: await aList(), lprops: map }),
    'invalid-lprops',
  ],
  ['cprops of an item', 'a[0].cprops', async (map) => addWith(map), 'invalid-a'],
]
let count = 0
const unique = () => `Map ${++count}`
const aList = async () => (await makeList(t, guest)).lid as string
const send = (path: string, fields: object) => t.shop(`lists/${path}`, guest, { ...fields })
const addWith = async (map: unknown) => {
  // put together by hand: spreading an object would lose what the map's text says
  const cprops = typeof map === 'string' ? map : JSON.stringify(map)
  const item = JSON.stringify(product(1)).replace(/}$/, `,"cprops":${cprops}}`)
  return send('update-ctx', { lid: await aList(), a: `[${item}]` })
}
const mapIn = (body: Reply['body'], name: string) => (name === 'a[0].cprops' ? body.a[0].cprops : body[name])

describe.each(places)('%s', (_, name, sendMap, type) => {
  // proves S2.5.lprops, S2.6.cprops
  test('is returned whole, with nothing renamed inside', async () => {
    const reply = await sendMap(strangeMap)
    expect(reply.status).toBe(200)
    // compared as text: an own key named __proto__ is easily lost in a comparison of objects
    const sorted = (map: unknown) => JSON.stringify(Object.entries(map as object).sort(([a], [b]) => (a < b ? -1 : 1)))
    expect(sorted(mapIn(reply.body, name))).toBe(sorted(JSON.parse(strangeMap)))
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  // proves C1.maps
  test('has at most 8 levels', async () => {
    const reply = await sendMap(deep(8))
    expect(mapIn(reply.body, name)).toEqual(deep(8))
    expectRefused(await sendMap(deep(9)), 400, type, 'must be at most 8 levels deep')
    expectRefused(await sendMap(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`), 400, type, 'levels deep')
  })

  // proves C1.maps
  test('has at most 16 KiB, counted in bytes', async () => {
    const fits = { a: 'x'.repeat(16 * 1024 - 8) }
    expect(mapIn((await sendMap(fits)).body, name)).toEqual(fits)
    expectRefused(await sendMap({ a: 'x'.repeat(16 * 1024 - 7) }), 400, type, 'must be at most 16 KiB')
    expectRefused(await sendMap({ a: 'ä'.repeat(8 * 1024) }), 400, type, 'must be at most 16 KiB')
  })

  test('may contain no NUL, no half surrogate pair and no infinite number', async () => {
    for (const map of ['{"a":"\\u0000"}', '{"a\\u0000":1}', '{"a":["\\ud800"]}', '{"\\udc00":1}'])
      expectRefused(await sendMap(map), 400, type, 'contains a NUL character or an unpaired surrogate')
    expectRefused(await sendMap('{"a":1e999}'), 400, type, 'contains a number that is too large')
  })
})

test('lprops must be an object, and is named when it is not JSON', async () => {
  for (const lprops of ['[1]', '"text"', '5', 'true'])
    expectRefused(await send('create', { lname: unique(), lprops }), 400, 'invalid-lprops', 'lprops must be an object')
  expectRefused(
    await send('create', { lname: unique(), lprops: '{a:1}' }),
    400,
    'invalid-lprops',
    'lprops must be JSON',
  )
})

// proves S2.5.cprops
test('cprops of a list is its map of properties under the other name', async () => {
  const list = await makeList(t, guest, { lprops: { room: 'kitchen' } })
  expect(list.cprops).toEqual({ room: 'kitchen' })
})

// proves S2.5.ldesc, C7.ldesc
test('ldesc is an object in answers, also when a plain text was sent', async () => {
  expect((await makeList(t, guest, { ldesc: 'for the garden' })).ldesc).toEqual({ text: 'for the garden' })
  expect((await makeList(t, guest, { ldesc: '[1]' })).ldesc).toEqual({ text: '[1]' })
})

test('a map is replaced as a whole, and cleared by null or an empty field', async () => {
  const { lid } = await makeList(t, guest, { lprops: { a: 1, b: 2 }, ldesc: { text: 'x' } })
  expect((await send('update', { lid, lprops: { b: 3 } })).body.lprops).toEqual({ b: 3 })
  expect((await send('update', { lid, lprops: '' })).body).toMatchObject({ lprops: {}, ldesc: { text: 'x' } })
  await add(t, guest, lid, [product(1, { cprops: { size: 'M' } })])
  await add(t, guest, lid, [product(1)])
  expect((await look(t, guest, lid)).listcontents[0].cprops).toEqual({ size: 'M' })
  await add(t, guest, lid, [product(1, { cprops: null })])
  expect((await look(t, guest, lid)).listcontents[0].cprops).toEqual({})
})
