/** Alerts sent to too many, too early, too often or not at all; lists lost or exposed; and URLs that the server is made to fetch. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { attack } from './attack.ts'
import { until } from './world.ts'

const people = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}-${n}@shop.example`)
/** Two rounds of the engine. */
const aWhile = () => pause(3_000)

export const alertFaults = [
  attack({
    name: 'everybody mailed for one unit',
    isSlow: true,
    play: async (world) => {
      const waiting = people('unit', 5)
      await world.sellOut('unit', 'One unit', waiting)
      await world.stock('unit', 1)
      await until(() => waiting.some((one) => world.mailsTo(one).length > 0))
      await aWhile()
      return waiting.map((one) => world.mailsTo(one).length)
    },
    faulty: [1, 1, 1, 1, 1],
    judge: (counts) => (counts.join() === '1,0,0,0,0' ? null : `mails to each: ${counts.join()}`),
  }),
  attack({
    name: 'notified when stock falls, or when the same figure repeats',
    isSlow: true,
    play: async (world) => {
      await world.sellOut('fall', 'Falls')
      await world.stock('fall', 9)
      const product = JSON.stringify([{ epi: 'fall', empi: 'fall', du: 'https://shop.example/fall' }])
      const fields = { medium: 'email', mediumvalue: 'fall@shop.example', topics: '["backinstock"]', products: product }
      await world.admin('bispa/subscriptions/create', fields)
      for (const units of [9, 5, 5, 2, 0, 0]) await world.stock('fall', units)
      await aWhile()
      const early = world.mailsTo('fall@shop.example').length
      for (let repeat = 0; repeat < 5; repeat++) await world.stock('fall', 4)
      await until(() => world.mailsTo('fall@shop.example').length > 0)
      await aWhile()
      return { early, inAll: world.mailsTo('fall@shop.example').length }
    },
    faulty: { early: 1, inAll: 5 },
    judge: ({ early, inAll }) =>
      early === 0 && inAll === 1 ? null : `${early} mails before it was back, ${inAll} in all`,
  }),
  attack({
    name: 'an alert lost because a mail failed',
    isSlow: true,
    play: async (world) => {
      await world.sellOut('fails', 'Fails', ['fails@shop.example'])
      world.turnAway(1)
      await world.stock('fails', 1)
      await until(() => world.mailsTo('fails@shop.example').length > 0, 60)
      return world.mailsTo('fails@shop.example').length
    },
    faulty: 0,
    judge: (mails) => (mails === 1 ? null : `${mails} mails came`),
  }),
  attack({
    name: 'a shop that is made to bomb an address',
    isSlow: true,
    play: async (world) => {
      const { shopper, eve, admin, call, keys } = world
      const { lid } = (await shopper('lists/create', eve, { lname: 'To share' })).json() as { lid: string }
      await shopper('lists/markPublic', eve, { lid })
      const target = 'bombed@shop.example'
      for (let n = 0; n < 60; n++)
        await shopper('lists/emailList', eve, { lid, toemail: target, fromname: `Eve ${n}`, note: 'x' })
      for (let n = 0; n < 60; n++) await call('/alerts', { fields: { store: keys.pid, address: target } })
      for (let n = 0; n < 60; n++)
        await admin('bispa/subscriptions/create', {
          ...{ medium: 'email', mediumvalue: target, topics: '["backinstock"]' },
          products: '[{"epi":"bomb","empi":"bomb","du":"https://shop.example/bomb"}]',
        })
      await world.sellOut('bomb', 'Bomb')
      await world.stock('bomb', 500)
      await aWhile()
      await aWhile()
      return world.mailsTo(target).length
    },
    faulty: 121,
    judge: (mails) => (mails <= 20 ? null : `${mails} mails from 180 calls`),
  }),
  attack({
    name: 'the list lost at login',
    play: async ({ identify, shopper, admin }) => {
      const uuid = randomUUID()
      const guest = await identify({ uuid })
      const { lid } = (await shopper('lists/create', guest, { lname: 'Before login' })).json() as { lid: string }
      await shopper('lists/update-ctx', guest, { lid, a: '[{"epi":5,"empi":5,"du":"https://shop.example/5"}]' })
      const account = await identify({ useremail: 'login@shop.example' })
      await admin('v3/user/guest-validate-sync', { ...guest, useremail: 'login@shop.example', useragenttype: 'x' })
      return (await shopper('lists/fetch-lists', account)).text
    },
    faulty: '[]',
    judge: (text) => (/"epi"\s*:\s*"?5/.test(text) ? null : `after login: ${text.slice(0, 100)}`),
  }),
  attack({
    name: 'a merge that gives a list to another account',
    play: async ({ identify, shopper, admin }) => {
      const guest = await identify({ uuid: randomUUID() })
      const secret = `Of A ${randomUUID().slice(0, 8)}`
      const { lid } = (await shopper('lists/create', guest, { lname: secret })).json() as { lid: string }
      await shopper('lists/update-ctx', guest, { lid, a: '[{"epi":6,"empi":6,"du":"https://shop.example/6"}]' })
      for (const useremail of ['merge-a@shop.example', 'merge-b@shop.example'])
        await admin('v3/user/guest-validate-sync', { ...guest, useremail, useragenttype: 'x' })
      const b = await identify({ useremail: 'merge-b@shop.example' })
      return (await shopper('lists/fetch-lists', b)).text.includes(secret)
    },
    faulty: true,
    judge: (isGiven) => (isGiven ? 'the second account sees the first one’s list' : null),
  }),
  attack({
    name: 'our server made to call this machine',
    isSlow: true,
    play: async ({ admin, keys }) => {
      let calls = 0
      const inside = createServer((_, reply) => {
        calls++
        reply.end('inside')
      }).listen(0, '127.0.0.1')
      await once(inside, 'listening')
      const { port } = inside.address() as AddressInfo
      const hosts = ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', '127.0.0.1.']
      const answers: number[] = []
      for (const host of hosts) {
        const url = `http://${host}:${port}/x`
        const saved = await admin('v3/webhooks', { url }, keys, 'PUT')
        const { id } = (saved.status === 200 ? saved.json() : {}) as { id?: string }
        if (id) answers.push((await admin('v3/webhooks/test', { id })).status)
        await admin('v3/integrations', { kind: 'google-feed', settings: JSON.stringify({ url }) }, keys, 'PUT')
        answers.push((await admin('v3/integrations/test', { kind: 'google-feed' })).status)
      }
      await admin('v3/integrations/delete', { kind: 'google-feed' })
      await aWhile()
      inside.close()
      return { calls, broken: answers.filter((status) => status >= 500).length }
    },
    faulty: { calls: 1, broken: 0 },
    judge: ({ calls, broken }) =>
      calls + broken > 0 ? `${calls} calls came in, ${broken} answers were ours to regret` : null,
  }),
  attack({
    name: 'a feed that is a bomb',
    isSlow: true,
    play: async ({ call, keys }) => {
      const headers = { authorization: `Basic ${Buffer.from(`${keys.pid}:${keys.apiKey}`).toString('base64')}` }
      const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
      const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${levels}]><rss><channel><item><title>&l9;</title></item></channel></rss>`
      const outside =
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><rss><channel><item><g:id>1</g:id><title>&f;</title></item></channel></rss>'
      const wide = gzipSync(
        `<rss><channel><item><title>${'a'.repeat(200 * 1024 * 1024)}</title></item></channel></rss>`,
      )
      const bombs: [string, string | Uint8Array][] = [
        ['application/xml', laughs],
        ['application/xml', outside],
        ['application/gzip', wide],
        ['application/xml', `<rss>${'<a>'.repeat(200_000)}`],
      ]
      const answers = []
      for (const [type, body] of bombs)
        answers.push(
          await call('/storeadmin/v3/catalog/feed', { body, headers: { ...headers, 'content-type': type } }).then(
            ({ status, text }) => ({ status, text }),
            (error) => ({ status: 599, text: String(error) }),
          ),
        )
      return [...answers, await call('/healthz')]
    },
    faulty: [{ status: 500, text: 'root:x:' }] as never,
    judge: (seen) => {
      const bad = seen.find(({ status, text }) => status >= 500 || text.includes('root:x:') || text.includes('hahaha'))
      return bad ? `answered ${bad.status}: ${bad.text.slice(0, 80)}` : null
    },
  }),
  attack({
    name: 'figures that run over',
    play: async ({ shopper, admin, victim, lid }) => {
      const figures = ['9223372036854775808', '1e999', '-1', '2147483648', '1.5', '-2147483649', 'NaN', '1e400']
      const answers = []
      for (const qty of figures) {
        const a = `[{"epi":8,"empi":8,"du":"https://shop.example/8","qty":${qty}}]`
        answers.push(await shopper('lists/update-ctx', victim, { lid, a }))
        answers.push(await admin('v3/catalog/stock', { items: `[{"epi":"8","stk":${qty}}]` }))
      }
      return answers
    },
    faulty: [{ status: 500, text: 'out of range' }] as never,
    judge: (seen) => {
      const bad = seen.find(({ status, text }) => status >= 500 || /"qty":(-|\d{11})/.test(text))
      return bad ? `answered ${bad.status}: ${bad.text.slice(0, 100)}` : null
    },
  }),
  attack({
    name: 'a link’s secret leaked to the next site',
    play: async ({ call }) => {
      const pages = await Promise.all(
        ['/u/x', '/alerts/x', '/alerts/confirm/x', '/dashboard'].map((path) => call(path)),
      )
      return pages.map(({ headers }) => headers.get('referrer-policy'))
    },
    faulty: [null],
    judge: (policies) =>
      policies.every((policy) => policy === 'no-referrer' || policy === 'same-origin')
        ? null
        : `policies ${policies.join()}`,
  }),
]
