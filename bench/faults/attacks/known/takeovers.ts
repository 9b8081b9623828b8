/** Access to another person's data: by an id, a session, a key, a forgotten path, a guess. */
import { createHmac, randomUUID } from 'node:crypto'
import { attack } from './attack.ts'
import { canary, until, type World } from './world.ts'

const rowsOf = async ({ sql, store }: World) =>
  JSON.stringify(
    await sql`
      select list.name, list.note, list.anonymous_read, item.title, item.note as item_note
      from lists list
      join items item on item.store_id = ${store.storeId}
        and item.list_id = list.list_id
      where list.store_id = ${store.storeId}
        and item.variant_id = '101'
      order by list.list_id`,
  )

/** Times and ids differ between calls. */
const withoutNews = (text: string) =>
  text.replace(/"requestid":"[^"]*"/, '').replace(/\d{12,}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'NEW')

const boss = 'boss@shop.example'

export const takeovers = [
  attack({
    name: 'a list taken over or deleted by its id',
    play: async (world) => {
      const { shopper, eve, lid, identify, other } = world
      const before = await rowsOf(world)
      const twin = await identify({ useremail: 'victim@shop.example' }, other)
      const guest = await identify({ uuid: randomUUID() })
      const answers = []
      for (const who of [eve, twin, guest, {}])
        for (const [path, fields] of [
          ['lists/update', { lid, lname: 'Now mine' }],
          ['lists/update-ctx', { lid, d: '[{"epi":101}]' }],
          ['lists/markPublic', { lid }],
          ['lists/delete-list', { lid }],
        ] as const)
          answers.push((await shopper(path, who, fields)).status)
      return { answers, isSame: (await rowsOf(world)) === before && before.includes(canary) }
    },
    faulty: { answers: [200], isSame: false },
    judge: ({ answers, isSame }) =>
      answers.includes(200) || !isSame
        ? `answers ${answers.join()}; the list is ${isSame ? 'the same' : 'changed'}`
        : null,
  }),
  attack({
    name: 'somebody’s regid with another’s session',
    play: async ({ shopper, victim, eve }) => {
      const sessions = [eve.sessionid, '', `${victim.sessionid}x`, victim.sessionid.toUpperCase(), 'null', '0']
      return await Promise.all(
        sessions.map((sessionid) => shopper('lists/fetch-lists', { regid: victim.regid, sessionid })),
      )
    },
    faulty: [{ status: 200, text: canary }] as never,
    judge: (seen) =>
      seen.some(({ status, text }) => status === 200 || text.includes(canary)) ? 'the lists were shown' : null,
  }),
  attack({
    name: 'the privacy flag ignored on one path',
    play: async ({ shopper, call, identify, eve, victim, lid, keys }) => {
      // A copy made while the list was public belongs to the copier.
      const copier = await identify({ useremail: 'copier@shop.example' })
      // Public for a while, so that caches contain it.
      await shopper('lists/markPublic', victim, { lid })
      const pid = encodeURIComponent(keys.pid)
      const looks = [
        () => shopper('lists/fetch-list', eve, { lid }),
        () => shopper('lists/fetch-list-with-contents', eve, { lid }),
        () => shopper('lists/fetch-lists', eve, { lids: JSON.stringify([lid]) }),
        () => shopper('lists/create', copier, { lname: `Copied ${Math.random()}`, fromlid: lid }),
        () => shopper('lists/reportShare', eve, { lid, medium: 'x' }),
        () => shopper('lists/emailList', eve, { lid, toemail: 'eve@shop.example', fromname: 'Eve' }),
        () => call(`/shared/${lid}?pid=${pid}`),
        () => call(`/lists/${lid}?pid=${pid}`),
      ]
      const open = await Promise.all(looks.map((look) => look()))
      await shopper('lists/markPrivate', victim, { lid })
      const closed = await Promise.all(looks.map((look) => look()))
      const show = (answers: typeof open) => answers.filter(({ text }) => text.includes(canary)).length
      return { open: show(open), closed: show(closed) }
    },
    faulty: { open: 4, closed: 1 },
    judge: ({ open, closed }) =>
      closed > 0 ? `${closed} ways still show it` : open === 0 ? 'no way showed it while it was public' : null,
  }),
  attack({
    name: 'a call of the dashboard from another’s page',
    play: async ({ staff }) => {
      const foreign = [
        { 'x-heartbell': '' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'x-heartbell': 'other' },
      ]
      return await Promise.all(
        foreign.map(async (headers) => (await staff('/:store/keys', { fields: { label: 'foreign' }, headers })).status),
      )
    },
    faulty: [200],
    judge: (answers) => (answers.some((status) => status < 400) ? `answered ${answers.join()}` : null),
  }),
  attack({
    name: 'a webhook that the platform did not send',
    play: async ({ call, admin, keys, sql, store }) => {
      const settings = JSON.stringify({ shop: 'fern.myshopify.com', 'webhook-secret': 'the-platforms-own' })
      await admin('v3/integrations', { kind: 'shopify', settings }, keys, 'PUT')
      const body = JSON.stringify({ id: 1, title: 'Forged', variants: [{ id: 'forged', inventory_quantity: 9 }] })
      const sign = (key: string) => createHmac('sha256', key).update(body).digest('base64')
      const path = `/hooks/shopify/${encodeURIComponent(keys.pid)}`
      const answers = []
      for (const signature of [undefined, '', sign(''), sign('guess'), sign(keys.apiKey), 'A'.repeat(44)])
        answers.push(
          await call(path, {
            body,
            headers: {
              ...{
                'content-type': 'application/json',
                'x-shopify-topic': 'products/update',
                'x-shopify-event-id': randomUUID(),
                'x-shopify-shop-domain': 'fern.myshopify.com',
              },
              ...(signature !== undefined && { 'x-shopify-hmac-sha256': signature }),
            },
          }).then(({ status }) => status),
        )
      const rows = await sql`
        select
        from variants
        where store_id = ${store.storeId}
          and variant_id = 'forged'`
      return { answers, applied: rows.length }
    },
    faulty: { answers: [200], applied: 1 },
    judge: ({ answers, applied }) =>
      applied > 0 || answers.some((status) => status !== 401) ? `answered ${answers.join()}, applied ${applied}` : null,
  }),
  attack({
    name: 'a click that leads elsewhere',
    isSlow: true,
    play: async (world) => {
      await world.sellOut('click', 'Click', ['click@shop.example'])
      await world.stock('click', 1)
      const mail = await until(() => world.mailsTo('click@shop.example')[0])
      const link = /\/c\/([\w.~-]+)/.exec(mail?.parsed.text ?? '')?.[1] ?? 'none'
      const evil = encodeURIComponent('https://evil.example/')
      const tries = [
        `/c/${link}?url=${evil}`,
        `/c/${link}?redirect=${evil}&to=${evil}`,
        `/c/${evil}`,
        `/c//evil.example`,
      ]
      const forged = `/c/${link.slice(0, -2)}${link.endsWith('AA') ? 'BB' : 'AA'}`
      const answers = await Promise.all([...tries, forged].map((path) => world.call(path)))
      const good = await world.call(`/c/${link}`)
      return { good: good.headers.get('location'), places: answers.map(({ headers }) => headers.get('location')) }
    },
    faulty: { good: 'https://shop.example/click', places: ['https://evil.example/'] },
    judge: ({ good, places }) => {
      if (!good?.startsWith('https://shop.example/')) return `the real link leads to ${good}`
      return places.find((place) => place?.includes('evil')) ?? null
    },
  }),
  attack({
    name: 'unsubscribing others by a guess',
    isSlow: true,
    play: async (world) => {
      await world.sellOut('leave', 'Leave', ['stays@shop.example'])
      await world.stock('leave', 1)
      const mail = await until(() => world.mailsTo('stays@shop.example')[0])
      const link = /\/u\/([\w.~-]+)/.exec(mail?.raw.replace(/=\r\n/g, '') ?? '')?.[1] ?? 'none'
      const guesses = Array.from({ length: 60 }, (_, place) => {
        const at = place % link.length
        return link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
      })
      const others = ['1', '0', 'stays@shop.example', randomUUID(), link.slice(0, -1), `${link}A`]
      for (const guess of [...guesses, ...others]) {
        await world.call(`/u/${encodeURIComponent(guess)}`, { fields: { act: 'stop' } })
        await world.call(`/u/${encodeURIComponent(guess)}`, { fields: {} })
      }
      const rows = await world.sql`
        select
        from mailing_choices
        where store_id = ${world.store.storeId}
        union all
        select
        from subscriptions
        where store_id = ${world.store.storeId}
          and status = 'left'`
      return { isLink: link !== 'none', left: rows.length }
    },
    faulty: { isLink: true, left: 1 },
    judge: ({ isLink, left }) =>
      left > 0 ? `${left} were unsubscribed` : isLink ? null : 'there was no link to guess at',
  }),
  attack({
    name: 'asking whether somebody is subscribed',
    play: async ({ sellOut, shopper, identify, call, keys }) => {
      // two lines of one person each: a request counts in the numbers of those that follow, whoever it is for
      for (const id of ['oracle1', 'oracle2']) await sellOut(id, 'Oracle', ['known@shop.example'])
      const pid = encodeURIComponent(keys.pid)
      const ask = async (address: string, id: string) => {
        const products = JSON.stringify([{ epi: id, empi: id, du: `https://shop.example/${id}` }])
        const eve = await identify({ uuid: randomUUID() })
        const fields = { medium: 'email', mediumvalue: address, products, topics: '["backinstock"]' }
        const answers = [
          await shopper('subscriptions/create', eve, fields),
          await call('/alerts', { fields: { store: keys.pid, address } }),
          await shopper('subscriptions/remove', eve, fields),
          await call(`/api/v3/subscriptions/fetch-subs?pid=${pid}`, { fields: { ...eve, mediumvalue: address } }),
        ]
        const plain = (text: string) =>
          withoutNews(
            text
              .replaceAll(address, 'ADDRESS')
              .replaceAll(id, 'ID')
              .replace(/"pid" : "[^"]*"/, ''),
          )
        return answers.map(({ status, text }) => `${status} ${plain(text)}`)
      }
      return {
        known: await ask('known@shop.example', 'oracle1'),
        unknown: await ask('stranger@shop.example', 'oracle2'),
      }
    },
    faulty: { known: ['409 already subscribed'], unknown: ['200 {}'] },
    judge: ({ known, unknown }) => {
      const place = known.findIndex((text, i) => text !== unknown[i])
      return place < 0 ? null : `${known[place]!.slice(0, 120)} — ${unknown[place]!.slice(0, 120)}`
    },
  }),
  attack({
    name: 'the refusal reveals which keys and stores exist',
    play: async ({ call, keys }) => {
      const ask = async (pid: string, key: string) => {
        const authorization = `Basic ${Buffer.from(`${pid}:${key}`).toString('base64')}`
        const { status, text } = await call('/storeadmin/me', { headers: { authorization } })
        return `${status} ${text.replace(/"requestid":"[^"]*"/, '')}`
      }
      const wrong = keys.apiKey.slice(0, -1) + (keys.apiKey.endsWith('A') ? 'B' : 'A')
      return [
        await ask(keys.pid, wrong),
        await ask(keys.pid, 'hbk_000000000000_nothing'),
        await ask(`${'A'.repeat(43)}=`, keys.apiKey),
        await ask('no-store', 'no-key'),
      ]
    },
    faulty: ['401 wrong key', '404 no such store'],
    judge: (answers) => (new Set(answers).size > 1 ? [...new Set(answers)].join(' — ').slice(0, 200) : null),
  }),
  attack({
    name: 'fields that are not the caller’s to set',
    play: async ({ shopper, eve, victim, sql, store }) => {
      const extra = {
        uid: victim.regid,
        st: '0',
        cnt: '99',
        cby: boss,
        store_id: '1',
        shopper_id: randomUUID(),
        anonRead: 'true',
      }
      const made = await shopper('lists/create', eve, { lname: 'Assigned', ...extra })
      const rows = await sql`
        select item_count, created_by, store_id = ${store.storeId} as is_here
        from lists
        where store_id = ${store.storeId}
          and name = 'Assigned'`
      return { status: made.status, rows: rows.map((row) => ({ ...row })) }
    },
    faulty: { status: 200, rows: [{ itemCount: 99, createdBy: boss, isHere: true }] },
    judge: ({ rows }) => {
      const bad = rows.find(({ itemCount, createdBy, isHere }) => itemCount !== 0 || createdBy === boss || !isHere)
      return bad ? JSON.stringify(bad) : null
    },
  }),
]
