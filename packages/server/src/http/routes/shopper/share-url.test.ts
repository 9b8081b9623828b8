/** The store's own page for public lists: the setting, and the address in records and mails. */
import { beforeAll, describe, expect, test } from 'vitest'
import { parseSettings } from '../../../domain/settings/settings.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { add, done, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

describe('a store with a page of its own', () => {
  let store: NewStore
  let ada: TestShopper
  let lid: string
  beforeAll(async () => {
    store = await t.newStore('share-url=https://shop.example/pages/wishlist?list={lid}#{lid}')
    ada = await t.account('ada@shop.example', store)
    lid = (await makeList(t, ada, {}, store)).lid
    await add(t, ada, lid, [product(1)], store)
  })
  const url = () => `https://shop.example/pages/wishlist?list=${lid}#${lid}`

  // proves C9.share-url, C9.hb
  test('its address is in the record of a public list, for every reader and in every answer', async () => {
    expect(await look(t, ada, lid, store)).not.toHaveProperty('hb')
    const { hb } = await done(t, 'lists/markPublic', ada, { lid }, store)
    expect(hb).toEqual({ url: url() })
    const other = await t.guest(undefined, store)
    const answers = await Promise.all([
      done(t, 'lists/fetch-list', other, { lid }, store),
      done(t, 'lists/fetch-lists', ada, {}, store).then((lists) => lists[0]),
      done(t, 'lists/fetch-user-lists', ada, {}, store).then(({ data }) => data[0]),
      done(t, 'lists/fetch-list-with-contents', other, { lid }, store).then(({ list }) => list),
    ])
    for (const list of answers) expect(list).toMatchObject({ lid, hb: { url: url() } })
    expect(answers[3].listcontents).toHaveLength(1)
    expect(await done(t, 'lists/markPrivate', ada, { lid }, store)).not.toHaveProperty('hb')
  })

  // proves C9.share-url
  test('the mail about a list links there', async () => {
    await done(t, 'lists/markPublic', ada, { lid }, store)
    await done(t, 'lists/emailList', ada, { lid, toemail: 'grandma@example.org', fromname: 'Ada' }, store)
    const [mail] = await t.sql<{ bodyText: string; bodyHtml: string }[]>`
      select body_text, body_html from messages where recipient = 'grandma@example.org'`
    expect(mail!.bodyText).toContain(url())
    expect(mail!.bodyHtml).toContain(url())
  })
})

test('without the setting a public list has no addition', async () => {
  const bob = await t.account('bob@shop.example')
  const { lid } = await makeList(t, bob)
  expect(await done(t, 'lists/markPublic', bob, { lid })).not.toHaveProperty('hb')
})

describe('the setting', () => {
  test.each(['https://shop.example/l/{lid}', 'http://localhost:3000/?list={lid}', 'http://127.0.0.1/{lid}', ''])(
    'may be "%s"',
    (value) => {
      expect(parseSettings([`share-url=${value}`])).toEqual({ 'share-url': value })
    },
  )

  test.each([
    ['without {lid}', 'https://shop.example/wishlist'],
    ['not encrypted', 'http://shop.example/{lid}'],
    ['with the id as host', 'https://{lid}.example/'],
    ['with the id as host and the path', 'https://{lid}/{lid}'],
    ['with a password', 'https://ada:{lid}@shop.example/'],
    ['another kind of address', 'javascript:alert("{lid}")'],
    ['no address', '{lid}'],
    ['with a quote', 'https://shop.example/{lid}"'],
    ['with another word in braces', 'https://shop.example/{lid}/{name}'],
  ])('%s is refused with a sentence', (_, value) => {
    expect(() => parseSettings([`share-url=${value}`])).toThrow(/share-url must be an https address with \{lid\}/)
  })
})
