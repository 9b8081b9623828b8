/** Texts that could be interpreted as SQL, a script, a header, a template, a formula, a path or a prototype. */
import { attack } from './attack.ts'
import { canary, script, until, type World } from './world.ts'

const quotes = [
  "' or '1'='1",
  "1'; drop table items; --",
  '1 union select api_key from api_keys --',
  "\\'; select pg_sleep(9)--",
]

const askAll = (calls: (() => Promise<{ status: number; text: string }>)[]) => Promise.all(calls.map((call) => call()))
/** True for a server error, an SQL error message, or the victim's data. */
const shows = ({ status, text }: { status: number; text: string }) =>
  status >= 500 || text.includes(canary) || /syntax error|PostgresError|unterminated/i.test(text)
const firstOf = (seen: { status: number; text: string }[]) => {
  const found = seen.find(shows)
  return found ? `answered ${found.status}: ${found.text.slice(0, 100)}` : null
}
const leak = [{ status: 200, text: `{"lname":"Mine ${canary}"}` }]

/** Sends mails about a product with this title. */
async function mailAbout(world: World, epi: string, title: string) {
  const address = `reader-${epi}@shop.example`
  await world.sellOut(epi, title, [address])
  await world.stock(epi, 3)
  return await until(() => world.mailsTo(address)[0])
}

export const injections = [
  attack({
    name: 'SQL in an id',
    play: ({ shopper, eve }) =>
      askAll(
        quotes.flatMap((lid) => [
          () => shopper('lists/fetch-list', eve, { lid }),
          () => shopper('lists/delete-list', eve, { lid }),
          () => shopper('lists/update-ctx', eve, { lid, a: JSON.stringify([{ epi: lid, empi: lid, du: '/x' }]) }),
        ]),
      ),
    faulty: leak,
    judge: firstOf,
  }),
  attack({
    name: 'SQL in what to sort by',
    play: async ({ shopper, eve }) => {
      const { lid } = (await shopper('lists/create', eve, { lname: 'Sorted by anything' })).json() as { lid: string }
      const words = [...quotes, 'price; drop table items', '(case when 1=1 then price else 0 end)', 'store_id']
      return await askAll(
        words.flatMap((word) => [
          () => shopper('lists/fetch-user-list', eve, { lid, sortby: word }),
          () => shopper('lists/fetch-user-list', eve, { lid, sortby: 'price', sortorder: word }),
        ]),
      )
    },
    faulty: [{ status: 200, text: '{}' }],
    // An unknown sort is refused, not passed on.
    judge: (seen) =>
      firstOf(seen) ?? (seen.some(({ status }) => status === 200) ? 'a sort that is none was taken' : null),
  }),
  attack({
    name: 'SQL in a list of ids',
    play: ({ shopper, eve }) =>
      askAll(
        quotes.flatMap((id) => [
          () => shopper('lists/contains', eve, { epis: JSON.stringify([id, '1) or (1=1']) }),
          () => shopper('lists/fetch-lists', eve, { lids: JSON.stringify([id]) }),
          () => shopper('product/wishlist/social-count-batch', eve, { empis: JSON.stringify([id]) }),
        ]),
      ),
    faulty: leak,
    judge: firstOf,
  }),
  attack({
    name: 'a stored script shown to staff',
    play: async ({ shopper, staff, admin, victim, lid }) => {
      const own = await shopper('lists/create', victim, { lname: script.slice(0, 50), lnote: script })
      await shopper('lists/update-ctx', victim, {
        lid,
        a: JSON.stringify([{ epi: 7, empi: 7, du: 'javascript:alert(1)', dt: script, note: script }]),
      })
      await admin('v3/catalog/products', {
        products: JSON.stringify([{ epi: 'script', empi: 'script', du: 'https://shop.example/s', dt: script, stk: 0 }]),
      })
      const { lid: named } = own.json() as { lid?: string }
      const paths = ['/:store/lists', `/:store/lists/${named?.slice(8) ?? ''}`, '/:store/products', '/:store/merges']
      return await Promise.all(paths.map((path) => staff(path)))
    },
    faulty: [{ status: 200, text: script, headers: new Headers({ 'content-type': 'text/html' }) }] as never,
    judge: (seen) => {
      const bad = seen.find(
        ({ text, headers }) =>
          text.includes(canary) &&
          !(
            headers.get('content-type')?.startsWith('application/json') &&
            headers.get('x-content-type-options') === 'nosniff'
          ),
      )
      return bad ? 'the script comes as something a browser runs' : null
    },
  }),
  attack({
    name: 'a script reflected by a page',
    play: ({ call, keys }) => {
      const text = encodeURIComponent(script)
      const paths = [`/u/${text}`, `/c/${text}`, `/alerts/${text}`, `/alerts/confirm/${text}`, `/nowhere/${text}`]
      const queries = [`/alerts?store=${encodeURIComponent(keys.pid)}&address=${text}`, `/?x=${text}`, `/docs/${text}`]
      return Promise.all([...paths, ...queries, `/dashboard/${text}`, `/lists/${text}`].map((path) => call(path)))
    },
    faulty: [{ status: 200, text: script, headers: new Headers({ 'content-type': 'text/html' }) }] as never,
    judge: (seen) => {
      const bad = seen.find(
        ({ text, headers }) => text.includes('<script>alert(') && headers.get('content-type')?.includes('html'),
      )
      return bad ? bad.text.slice(0, 100) : null
    },
  }),
  attack({
    name: 'a template that escapes its sandbox',
    play: ({ admin }) => {
      const texts = [
        '{{ constructor }}{{ store.constructor }}{{ this.process.env }}',
        "{% include '/etc/passwd' %}",
        "{% render '../../../../etc/passwd' %}",
        '{% layout "/etc/passwd" %}',
        '{% for i in (1..100000000) %}x{% endfor %}',
        '{{ "x" | append: "y" | times: 1e308 }}{{ store | json }}',
      ]
      return Promise.all(
        texts.map((text) =>
          admin('v3/templates/preview', { topic: 'backinstock', medium: 'email', subject: 'x', html: text, text }),
        ),
      )
    },
    faulty: [{ status: 200, text: 'root:x:0:0:' }] as never,
    judge: (seen) => {
      const bad = seen.find(
        ({ status, text }) => status >= 500 || /root:x:|native code|tokenKey|identityKeys|"PATH"/.test(text),
      )
      return bad ? `answered ${bad.status}: ${bad.text.slice(0, 100)}` : null
    },
  }),
  attack({
    name: 'a product’s title interpreted as a template, or as HTML',
    isSlow: true,
    play: async (world) => {
      const { subject = '', html = '' } =
        (await mailAbout(world, 'liquid', `{{ 7 | times: 7 }} ${script}`))?.parsed ?? {}
      return { subject, html: html || '' }
    },
    faulty: { subject: '49 is back', html: script },
    judge: ({ subject, html }) =>
      html.includes('<script>alert') || !subject.includes('{{ 7') ? `${subject}: ${html.slice(0, 60)}` : null,
  }),
  attack({
    name: 'a header injected into a mail',
    isSlow: true,
    play: async (world) => {
      const title = 'Shirt\r\nBcc: slipped@shop.example\r\nX-Slipped: yes'
      const refused = await Promise.all(
        ['a@shop.example\r\nBcc: slipped@shop.example', 'a@shop.example\nX-Slipped: yes', '\r\nb@shop.example'].map(
          (useremail) => world.admin('v3/user/generate-regid', { useremail: `x${useremail}`, useragenttype: 'x' }),
        ),
      )
      const mail = await mailAbout(world, 'header', title)
      return { taken: refused.filter(({ status }) => status === 200).length, raw: mail?.raw ?? '', to: mail?.to ?? [] }
    },
    faulty: { taken: 0, raw: 'Subject: x\r\nX-Slipped: yes\r\n', to: ['a', 'slipped@shop.example'] },
    judge: ({ taken, raw, to }) => {
      const head = raw.split('\r\n\r\n')[0]!
      if (taken > 0) return `${taken} addresses with a line break were taken`
      return /^(X-Slipped|Bcc):/im.test(head) || to.length !== 1 ? `to ${to.join()}: ${head.slice(0, 100)}` : null
    },
  }),
  attack({
    name: 'one address parsed as two',
    play: async ({ admin, sql, store }) => {
      const tricks = [
        'a@shop.example,b@shop.example',
        'a@shop.example;b@shop.example',
        'a@shop.example b@shop.example',
        'Victim <v@shop.example>',
        '"a@shop.example"@evil@shop.example',
        'a@shop.example(b@shop.example)',
        'a@shop.example\u0000b',
        'a@[127.0.0.1]',
        '=?utf-8?q?b=40shop.example?=@shop.example@evil.example',
      ]
      for (const mediumvalue of tricks)
        await admin('bispa/subscriptions/create', {
          ...{ medium: 'email', mediumvalue, topics: '["backinstock"]' },
          products: '[{"epi":"tricks","empi":"tricks","du":"/t"}]',
        })
      const rows = await sql`
        select address
        from subscriptions
        where store_id = ${store.storeId}
          and variant_id = 'tricks'`
      return rows.map(({ address }) => String(address))
    },
    faulty: ['a@shop.example,b@shop.example'],
    judge: (taken) => (taken.length > 0 ? `taken: ${taken.join(' | ')}` : null),
  }),
  attack({
    name: 'a formula in a file for staff',
    play: async ({ shopper, staff, victim }) => {
      for (const lname of ['=1+cmd|calc!A0', '@SUM(1+1)', '+1+1 formula', '-2+3 formula'])
        await shopper('lists/create', victim, { lname })
      return (await staff('/:store/lists.csv')).text
    },
    faulty: 'name\r\n=1+cmd|calc!A0,1\r\n',
    judge: (file) => {
      const cell = file.split(/\r\n|,/).find((text) => /^"?[=@+-]\S*(cmd|SUM|formula|1)/.test(text))
      return cell ?? (file.includes('cmd|calc') ? null : 'the file does not hold the lists')
    },
  }),
  attack({
    name: 'a path outside its folder',
    play: ({ call }) => {
      const climbs = [
        '..%2f..%2f..%2fpackage.json',
        '%2e%2e/%2e%2e/etc/passwd',
        '....//....//etc/passwd',
        '..%5c..%5csecret',
      ]
      const roots = ['/dashboard/assets/', '/client/latest/', '/dashboard/', '/shared/', '/demo/']
      return Promise.all(roots.flatMap((root) => climbs.map((climb) => call(root + climb))))
    },
    faulty: [{ status: 200, text: 'root:x:0:0' }] as never,
    judge: (seen) => {
      const bad = seen.find(({ status, text }) => status >= 500 || /root:x:|"dependencies"|"workspaces"/.test(text))
      return bad ? `answered ${bad.status}: ${bad.text.slice(0, 60)}` : null
    },
  }),
  attack({
    name: 'a polluted prototype',
    play: async ({ call, shopper, victim, eve, lid, keys }) => {
      const dirt = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}'
      await shopper('lists/update', victim, { lid, lprops: dirt })
      await call(`/api/v3/lists/create?pid=${encodeURIComponent(keys.pid)}`, {
        body: `{"regid":"${eve.regid}","sessionid":"${eve.sessionid}","lname":"Polluted","__proto__":{"polluted":"yes"}}`,
        headers: { 'content-type': 'application/json' },
      })
      return (await Promise.all([call('/healthz'), call('/readyz'), shopper('lists/fetch-lists', eve)])).map(
        ({ text }) => text,
      )
    },
    faulty: ['{"status":"ok","polluted":"yes"}'],
    judge: (seen) => seen.find((text) => text.includes('polluted')) ?? null,
  }),
]
