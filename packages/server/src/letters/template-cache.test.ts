/** The engine's templates: the store's current template, or the built-in one when that is broken. */
import { expect, test } from 'vitest'
import { saveTemplate } from '../domain/messages/templates.ts'
import { useTestApp } from '../http/testing/test-app.ts'
import { sampleDelivery } from './sample.ts'
import { openLetters, openTemplateCache } from './template-cache.ts'

const t = useTestApp()

const key = { topic: 'backinstock', medium: 'email', locale: '*' }
const delivery = () =>
  sampleDelivery({ topic: 'backinstock', medium: 'email', address: 'ada@example.com', locale: 'en' }, new Date())
const source = (subject: string | null, html: string | null = null) => ({ subject, html, text: null })

test('a saved template is used at once, and so is a restored one', async () => {
  const store = await t.storeNow()
  const cache = openTemplateCache(t.sql, 0)
  const find = async () => (await cache.of(store.storeId)).find('backinstock', 'email', ['en'], 'restock')
  expect(await find()).toBeNull()
  await saveTemplate(t.sql, store, key, source('one'), 'test')
  expect(await find()).toMatchObject({ name: 'backinstock/email/*@1' })
  // what has not changed is not parsed again
  expect(await find()).toBe(await find())
  await saveTemplate(t.sql, store, key, source('two'), 'test')
  expect(await find()).toMatchObject({ name: 'backinstock/email/*@2' })
  await saveTemplate(t.sql, store, key, source(null), 'test')
  expect(await find()).toBeNull()
})

test('two concurrent saves make two versions', async () => {
  const store = await t.storeNow(await t.newStore())
  const saved = await Promise.all(
    ['a', 'b', 'c'].map((subject) => saveTemplate(t.sql, store, key, source(subject), 'test')),
  )
  expect(saved.map(({ version }) => version).sort()).toEqual([1, 2, 3])
})

test('a broken template is logged, and the alert is sent with the built-in one', async () => {
  const store = await t.storeNow(await t.newStore())
  await saveTemplate(t.sql, store, key, source(null, '{% if %}'), 'test')
  const said: string[] = []
  const compose = openLetters(t.sql, {
    publicUrl: () => 'https://wishes.example',
    warn: (sentence) => said.push(sentence),
  })
  const { template, html } = await compose(store, delivery())
  expect(template).toBe('built-in/restock/email@4')
  expect(html).toContain('Monstera')
  expect(said).toEqual([expect.stringMatching(/^a template of store \d+ cannot be used, .*html, line 1, column 6/)])
})

test('templates of one store are not used for another', async () => {
  const [one, other] = [await t.storeNow(await t.newStore()), await t.storeNow(await t.newStore())]
  await saveTemplate(t.sql, one, key, source('mine'), 'test')
  const cache = openTemplateCache(t.sql, 0)
  expect((await cache.of(other.storeId)).find('backinstock', 'email', ['en'], 'restock')).toBeNull()
})
