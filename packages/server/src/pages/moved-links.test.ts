/** The store sends an alert to another address: the links in mails to the old one open and change nothing of the new one. */
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeAlerts } from '../domain/shoppers/links.ts'
import { openPages } from './testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
beforeAll(async () => {
  t = await openPages()
})
afterAll(() => t.close())

let count = 0
const soon = () => new Date(Date.now() + 3_600_000)

/** As a release wrote it whose links did not name the address. */
function earlierLink(kind: 'unsubscribe' | 'alerts', subscriptionId: string): string {
  const id = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex')
  const until = Buffer.alloc(4)
  until.writeUInt32BE(Math.floor(soon().getTime() / 1000))
  const body = kind === 'alerts' ? Buffer.concat([id, until]) : id
  const tag = createHmac('sha256', t.own.tokenKey).update(`link ${kind}\0`).update(body).digest().subarray(0, 15)
  return t.own.prefix + Buffer.concat([body, tag]).toString('base64url')
}

/** A mistyped address with two alerts, and the right one with an alert of its own. */
async function people() {
  count += 1
  const [typo, right] = [`typo${count}@example.com`, `right${count}@example.com`]
  const id = await t.subscribe(typo, 1)
  await t.subscribe(typo, 2)
  await t.subscribe(right, 3)
  const unsubscribe = await t.unsubscribeOf(id)
  const alerts = `/alerts/${writeAlerts(t.own, { ...(await t.sentTo(id)), until: soon() })}`
  return { typo, right, id, unsubscribe, alerts }
}
const changeAddress = (id: string, to: string, all = false) =>
  t.admin(`v3/subscriptions/${id}/address`, { mediumvalue: to, all })

describe.each([false, true])('after a change of address, all: %s', (all) => {
  test('pages behind the old links say so, without an address or an alert, and change nothing', async () => {
    const { id, typo, right, unsubscribe, alerts } = await people()
    expect((await changeAddress(id, right, all)).body.changed).toBe(all ? 2 : 1)
    const before = await t.alertsOf(right)
    for (const link of [unsubscribe, alerts]) {
      const page = await t.look(link)
      expect(page.statusCode).toBe(410)
      expect(page.body).toContain('This link is no longer valid')
      expect(page.body).toContain('action="../alerts"')
      for (const secret of [right, typo, 'green', id]) expect(page.body).not.toContain(secret)
    }
    for (const act of ['stop', 'undo-stop']) expect((await t.post(alerts, { act })).statusCode).toBe(410)
    expect((await t.post(alerts, { act: 'leave', alert: id })).statusCode).toBe(410)
    expect((await t.post(unsubscribe, { act: 'stop' })).statusCode).toBe(410)
    expect((await t.post(unsubscribe, { act: 'undo' })).statusCode).toBe(410)
    expect(await t.alertsOf(right)).toEqual(before)
    expect(before.map(({ status }) => status)).not.toContain('left')
  })

  test('one click in the old mail ends what the old address still has, and nothing of the new one', async () => {
    const { id, typo, right, unsubscribe } = await people()
    await changeAddress(id, right, all)
    const reply = await t.post(unsubscribe, { 'List-Unsubscribe': 'One-Click' })
    expect([reply.statusCode, reply.body]).toEqual([200, 'Unsubscribed.\n'])
    expect(await t.status(typo)).toEqual(all ? [] : ['left'])
    expect(new Set(await t.status(right))).toEqual(new Set(['waiting']))
  })
})

test('links sent to the new address work, and those of the old one again when the address is changed back', async () => {
  const { id, typo, right, alerts } = await people()
  await changeAddress(id, right)
  const theirs = await t.look(await t.unsubscribeOf(id))
  expect([theirs.statusCode, theirs.body.includes(right)]).toEqual([200, true])
  await changeAddress(id, typo)
  const back = await t.look(alerts)
  expect([back.statusCode, back.body.includes(typo)]).toEqual([200, true])
})

test('links of a release that did not name the address work until the address changes', async () => {
  const { id, typo, right } = await people()
  const links = [`/u/${earlierLink('unsubscribe', id)}`, `/alerts/${earlierLink('alerts', id)}`]
  for (const link of links) expect((await t.look(link)).body).toContain(typo)
  await changeAddress(id, right)
  for (const link of links) {
    const page = await t.look(link)
    expect([page.statusCode, page.body.includes(right)]).toEqual([410, false])
    expect((await t.post(link, { act: 'stop' })).statusCode).toBe(410)
    expect((await t.post(link, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(410)
  }
  expect(new Set(await t.status(right))).toEqual(new Set(['waiting']))
})

test('where the new address had the alert already, the old link shows the old address, which has none', async () => {
  const { id, typo, right, alerts } = await people()
  await t.subscribe(right, 1)
  await changeAddress(id, right, true)
  const page = await t.look(alerts)
  expect([page.statusCode, page.body.includes(right)]).toEqual([200, false])
  expect(page.body).toContain('You have no alerts')
  await t.post(alerts, { act: 'stop' })
  expect(new Set(await t.status(right))).toEqual(new Set(['waiting']))
  expect(await t.status(typo)).toEqual(['left'])
})
