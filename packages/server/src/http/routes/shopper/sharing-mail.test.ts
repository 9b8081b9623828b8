/** Sending a list by e-mail: what is stored for the recipient, and who may send. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { add, done, expectRefused, makeList, product } from '../../testing/lists.ts'
import { openTestApp, type TestApp, type TestShopper } from '../../testing/test-app.ts'

let t: TestApp
let ada: TestShopper
let stranger: TestShopper
beforeAll(async () => {
  t = await openTestApp({ publicUrl: () => 'https://wishes.example' })
  ada = await t.account('ada@example.com')
  stranger = await t.account('stranger@example.com')
  await t.sql`update shoppers set first_name = 'Ada' where email = 'ada@example.com'`
  const shirt = { ...product(1), du: 'https://shop.example/products/shirt', dt: 'A green shirt', pr: 19.9 }
  await t.admin('v3/catalog/products', { products: [shirt] })
})
afterAll(() => t.close())

const messagesTo = (recipient: string) => t.sql`select * from messages where recipient = ${recipient}`

const publicList = async (name?: string) => {
  const { lid } = await makeList(t, ada, name ? { lname: name } : {})
  await add(t, ada, lid, [
    product(1, { dt: 'Words of mine', du: 'https://evil.example/1', pr: 1 }),
    product(2, { dt: 'Words of mine', du: 'https://evil.example/2' }),
  ])
  await done(t, 'lists/markPublic', ada, { lid })
  return lid
}

// proves C3.emailList
test('stores a message with the list, the sender’s name, the note and the link', async () => {
  const lid = await publicList('Birthday')
  const toemail = ' Grandma@Example.org '
  const sent = await done(t, 'lists/emailList', ada, { lid, fromname: 'Ada L.', toemail, note: 'Any of these' })
  expect(sent.listinfo).toMatchObject({ lid, anonRead: true, listcontents: [{ epi: 2 }, { epi: 1 }] })
  expect(sent.msg).toContain('grandma@example.org')
  const [message, ...others] = await messagesTo('grandma@example.org')
  expect(others).toEqual([])
  expect(message).toMatchObject({ status: 'due', senderName: 'Ada L. via Test store', channel: 'email' })
  expect(message!.subject).toBe('Ada L. shares a list with you')
  for (const body of [message!.bodyText, message!.bodyHtml])
    for (const part of [
      'Any of these',
      'Birthday',
      'A green shirt',
      '19.9',
      'https://shop.example/products/shirt',
      `https://wishes.example/shared/${lid}`,
    ])
      expect(body).toContain(part)
  // items that are not in the catalog are counted and not named
  for (const body of [message!.bodyText, message!.bodyHtml]) {
    expect(body).not.toMatch(/Words of mine|evil/)
    expect(body).toContain('and 1 more')
  }
})

test('is one message when the call is repeated or made twice at once', async () => {
  const lid = await publicList()
  const call = () => t.shop('lists/emailList', ada, { lid, toemail: 'twice@example.org', note: 'x' })
  const replies = [await call(), ...(await Promise.all([call(), call()]))]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await messagesTo('twice@example.org')).toHaveLength(1)
  await done(t, 'lists/emailList', ada, { lid, toemail: 'twice@example.org', note: 'y' })
  expect(await messagesTo('twice@example.org')).toHaveLength(2)
})

test('without a name the shopper’s own is used, otherwise the store’s', async () => {
  const lid = await publicList()
  await done(t, 'lists/emailList', ada, { lid, toemail: 'name@example.org' })
  await done(t, 'lists/emailList', stranger, { lid, toemail: 'name@example.org' })
  const names = (await messagesTo('name@example.org')).map(({ senderName }) => senderName)
  expect(names.sort()).toEqual(['Ada via Test store', 'Test store'])
})

// proves C1.text
test('what a shopper writes is shown as text', async () => {
  const script = '<script>alert(1)</script>'
  const lid = await publicList(`A ${script}`)
  await add(t, ada, lid, [product(3, { dt: script, du: 'https://shop.example/"><b>' })])
  await done(t, 'lists/emailList', ada, {
    lid,
    fromname: script,
    toemail: 'script@example.org',
    note: `${script}\nsecond line`,
  })
  const [message] = await messagesTo('script@example.org')
  expect(message!.bodyHtml).not.toMatch(/<script|<b>/)
  expect(message!.bodyHtml.split('&lt;script&gt;').length).toBeGreaterThan(4)
  expect(message!.bodyHtml).toContain('<br>second line')
  expect(message!.bodyText).toContain(script)
})

test.each([
  ['toemail', { toemail: undefined }, 'is required'],
  ['toemail', { toemail: 'nobody' }, 'e-mail'],
  ['toemail', { toemail: 'a@b.example\r\nBcc: all@example.org' }, 'e-mail'],
  ['toemail', { toemail: 'a@b.example,c@d.example' }, 'e-mail'],
  ['fromname', { fromname: 'Ada\r\nBcc: all@example.org' }, 'single line'],
  ['note', { note: 'x'.repeat(2001) }, '2000'],
  ['note', { note: 'see https://evil.example' }, 'not contain links'],
  ['note', { note: 'see evil.example/win' }, 'not contain links'],
  ['note', { note: 'see evil。com' }, 'not contain links'],
  ['note', { note: 'see evil｡com' }, 'not contain links'],
  ['note', { note: 'see 192.0.2.1/win' }, 'not contain links'],
  ['note', { note: 'see evil\u200b．example' }, 'not contain links'],
  ['note', { note: 'write to me@evil.example' }, 'not contain links'],
  // the mail is sent without these controls
  ['note', { note: 'see https\u202a://evil\u2069.example' }, 'not contain links'],
  ['note', { note: 'see evil\u202a.\u202aexample/win' }, 'not contain links'],
  ['fromname', { fromname: 'evil\u202a.\u202aexample' }, 'not contain links'],
  ['note', { note: 'see evil\u034f.example' }, 'not contain links'],
  ['note', { note: 'see evil\u180e.example' }, 'not contain links'],
  ['note', { note: 'see t.co/abc123' }, 'not contain links'],
  ['fromname', { fromname: 'www.evil.example' }, 'not contain links'],
  ['fromname', { fromname: 'x'.repeat(51) }, '50 characters'],
  ['fromname', { fromname: 'Support, call +1 900 555\u200b 0199' }, 'phone number'],
  ['fromname', { fromname: 'Call (0)9-0-0-５５５' }, 'phone number'],
])('a bad %s is refused', async (field, fields, says) => {
  const { lid } = await makeList(t, ada)
  const reply = await t.shop('lists/emailList', ada, { lid, toemail: 'refused@example.org', ...fields })
  expectRefused(reply, 400, `invalid-${field}`, new RegExp(`^${field}.*${says}`))
  expect(await messagesTo('refused@example.org')).toEqual([])
})

test('a name of unseen characters counts as none, and the store’s own name does not stand alone', async () => {
  const lid = await publicList('Names')
  const sender = async (fromname: string, toemail: string) => {
    await done(t, 'lists/emailList', ada, { lid, toemail, fromname })
    const [{ senderName, subject }] = (await messagesTo(toemail)) as unknown as [
      { senderName: string; subject: string },
    ]
    return [senderName, subject]
  }
  const nobody = await sender('   ', 'blank@example.org')
  expect(await sender('\u200b\u2060 \u{e0061}', 'unseen@example.org')).toEqual(nobody)
  expect((await sender('Test store', 'shop@example.org'))[0]).toBe('Test store via Test store')
  expect((await sender('Te\u200bst store', 'shop2@example.org'))[0]).toBe('Test store via Test store')
  expect((await sender('Ada 24', 'ada24@example.org'))[0]).toBe('Ada 24 via Test store')
})

// proves C3.emailList-private, C3.login-required
test('a private list and a guest’s call are refused', async () => {
  const { lid } = await makeList(t, ada)
  const to = { lid, toemail: 'private@example.org' }
  expectRefused(await t.shop('lists/emailList', ada, to), 403, 'list-not-public')
  expectRefused(await t.shop('lists/emailList', stranger, to), 404, 'unknown-list')
  expectRefused(await t.shop('lists/emailList', await t.guest(), to), 403, 'login-required')
  expectRefused(await t.shop('lists/emailList', {}, to), 401, 'sw-badregid')
  expect(await messagesTo('private@example.org')).toEqual([])
})

test('twenty an hour are the most, also when asked for at once', async () => {
  const eager = await t.account('eager@example.com')
  const { lid } = await makeList(t, eager)
  await done(t, 'lists/markPublic', eager, { lid })
  const call = (n: number) => t.shop('lists/emailList', eager, { lid, toemail: `n${n}@example.org`, fromname: 'Eager' })
  const replies = await Promise.all(Array.from({ length: 24 }, (_, n) => call(n)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
  const late = replies.find(({ status }) => status !== 200)!
  expectRefused(late, 429, 'too-many-requests')
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(3500)
  expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(3600)
  await t.sql`update message_budgets set ends_at = now()`
  expect((await call(99)).status).toBe(200)
})
