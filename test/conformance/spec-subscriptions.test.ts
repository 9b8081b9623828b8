/** The specification played by HTTP: subscribing by e-mail and SMS, and each field of the answer. */
import { expect, test } from 'vitest'
import { basic, form, useTestApp } from '../../packages/server/src/http/testing/test-app.ts'

const t = useTestApp()

const shirt = { epi: 44281396756662, empi: 7985513595062, du: 'https://shop.example/products/shirt' }

/** Exactly the headers of the specification. */
const subscribe = (fields: Record<string, unknown>, accept?: string) =>
  t.app.inject({
    method: 'POST',
    url: '/storeadmin/bispa/subscriptions/create',
    payload: form({ medium: 'email', mediumvalue: 'ada@shop.example', ...fields }),
    headers: {
      'user-agent': 'my-app/1.0',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic(t.store),
      ...(accept && { accept }),
    },
  })

// proves S1.subscribe, S4.2.path, S4.2.accept, S4.2.medium, S4.2.topics, S4.2.success
test('a shopper is subscribed by e-mail or SMS to one topic or to two', async () => {
  const one = { products: [shirt], topics: ['backinstock'] }
  const two = { products: [shirt], topics: ['backinstock', 'comingsoon'] }
  const [mail, sms] = [
    await subscribe(one, 'application/json'),
    await subscribe({ ...two, medium: 'sms', mediumvalue: '+14155552671' }),
  ]
  expect([mail.statusCode, mail.json().topics]).toEqual([200, ['backinstock']])
  expect([sms.statusCode, sms.json().topics]).toEqual([200, ['backinstock', 'comingsoon']])
  for (const reply of [mail, sms])
    expect(reply.json()).toMatchObject({ message: expect.stringMatching(/\w/), products: [{ epi: shirt.epi }] })
})

// proves S2.3.bt, S2.3.dt, S2.3.empi, S2.3.epi, S2.3.sku, S2.3.du, S2.3.uri, S2.3.iu, S2.3.pid, S2.3.stk, S2.3.pr, S2.3.vi
test('a product record has exactly the specified fields, each of its type, and uri includes the variant', async () => {
  const known = {
    ...shirt,
    bt: 'Fern',
    dt: 'Green shirt',
    sku: 'SH-1',
    iu: 'https://cdn.example/1.jpg',
    stk: 0,
    pr: 19.9,
  }
  await t.admin('v3/catalog/products', { products: [known] })
  const [record] = (await subscribe({ products: [shirt], topics: ['backinstock'] })).json().products
  expect(record).toEqual({
    ...known,
    uri: expect.stringContaining(`${shirt.epi}`),
    pid: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    vi: '',
  })
  expect(record.uri.startsWith(shirt.du)).toBe(true)
  for (const field of ['empi', 'epi', 'stk']) expect(Number.isInteger(record[field])).toBe(true)
})

// proves S2.2.epi, S2.2.empi, S2.2.du, S4.2.products
test('epi and empi of a product may be integers or strings, and each field is required', async () => {
  const asText = { ...shirt, epi: `${shirt.epi}`, empi: `${shirt.empi}` }
  for (const products of [[shirt], [asText]])
    expect((await subscribe({ products, topics: ['backinstock'] })).json().products).toMatchObject([shirt])
  for (const field of ['epi', 'empi', 'du']) {
    const refused = await subscribe({ products: [{ ...shirt, [field]: undefined }], topics: ['backinstock'] })
    expect([refused.statusCode, refused.json().msg]).toEqual([400, `products[0].${field} is required`])
  }
})

// proves S4.2.addtomailinglist, S4.2.extras
test('addtomailinglist is 0, 1 or nothing, and extras any text of up to 2048 characters', async () => {
  const fields = { products: [shirt], topics: ['backinstock'] }
  for (const more of [{}, { addtomailinglist: 0 }, { addtomailinglist: 1 }, { extras: 'x'.repeat(2048) }])
    expect((await subscribe({ ...fields, ...more })).statusCode).toBe(200)
  expect((await subscribe({ ...fields, addtomailinglist: 2 })).statusCode).toBe(400)
  expect((await subscribe({ ...fields, extras: 'x'.repeat(2049) })).statusCode).toBe(400)
})

const preferencesOf = (accepts: boolean) => ({
  acc_mkt: accepts,
  prefs: {
    Mediums: { email: { signuptime: expect.any(Number), acceptmarketing: accepts, acceptsource: expect.any(String) } },
  },
})

// proves S2.8.acc_mkt, S2.8.prefs, S4.2.addtomailinglist
test('an opt-in to the mailing list shows in the owner’s preferences, and so does the opt-out', async () => {
  const ina = await t.account('ina@shop.example')
  for (const [addtomailinglist, accepts] of [
    [1, true],
    [0, false],
  ] as const) {
    const fields = { products: [shirt], topics: ['backinstock'], mediumvalue: 'ina@shop.example' }
    await subscribe({ ...fields, addtomailinglist })
    const { userinfo } = (await t.shop('lists/create', ina, { lname: `Opted ${addtomailinglist}` })).body
    expect(userinfo).toMatchObject(preferencesOf(accepts))
  }
})

// proves S2.8.acc_mkt, S2.8.prefs
test('an opt-in before the first login shows after it', async () => {
  const fields = { products: [shirt], topics: ['backinstock'], mediumvalue: 'early@shop.example' }
  await subscribe({ ...fields, addtomailinglist: 1 })
  const early = await t.account('early@shop.example')
  const { userinfo } = (await t.shop('lists/create', early, { lname: 'First list' })).body
  expect(userinfo).toMatchObject(preferencesOf(true))
})
