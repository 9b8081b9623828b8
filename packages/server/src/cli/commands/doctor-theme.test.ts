import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { call } from '../testing/run-command.ts'

const database = useTestDatabase()
type Served = { status?: number; headers?: Record<string, string>; body?: string }
/** Pages of a shop, and the file of the client, by path. */
const served: Record<string, Served> = {}
let server: Server
let shop: string
let data: string
let env: Record<string, string>
let store: { pid: string; identitySecret: string }

beforeAll(async () => {
  server = createServer((request, reply) => {
    const { status = 200, headers = {}, body = '' } = served[request.url!.split('?')[0]!] ?? { status: 404 }
    reply.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  served['/client/latest/core.js'] = { headers: { 'content-type': 'text/javascript' }, body: 'ours()' }
  data = await mkdtemp(join(tmpdir(), 'heartbell-theme-'))
  env = {
    ...{ DATABASE_URL: database.url, HEARTBELL_SECRET: 'a secret for tests that is long enough', HEARTBELL_DATA: data },
    ...{ HEARTBELL_PUBLIC_URL: shop, HEARTBELL_LOOPBACK: 'on' },
  }
  store = JSON.parse((await call(['store', 'create', '--name', 'Fern', '--json'], env)).stdout)
})
afterAll(async () => {
  server.close()
  await rm(data, { recursive: true })
})

type Check = { name: string; state: string; says: string }
async function look(place: string, more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await call(['doctor', '--store', store.pid, '--theme', place, '--json'], {
    ...env,
    ...more,
  })
  expect(stderr).toBe('')
  const { healthy, checks }: { healthy: boolean; checks: Check[] } = JSON.parse(stdout)
  expect(code).toBe(healthy ? 0 : 1)
  const lines = checks.map(({ state, name, says }) => `${state} ${name}: ${says}`)
  return { healthy, lines, checks }
}

const ours = (more = 'data-compat') =>
  `<script type="module" async src="${shop}/client/latest/core.js" data-store="${store.pid}" ${more}></script>`
const page = (head: string, body = '') =>
  `<!doctype html>\n<html><head>\n${head}\n</head><body>\n${body}\n</body></html>`

describe('a page that has switched', () => {
  test('has every hook found and nothing to do', async () => {
    served['/product'] = {
      body: page(
        `${ours()}
<style>.swym-button:not(.swym-loaded) { display: none }</style>
<script src="/theme.js?v=2"></script>
<script src="https://cdn.example/analytics.js"></script>`,
        `<button data-swaction="addToWishlist" data-product-id="10" data-variant-id="101" data-product-url="/products/notebook">Save</button>
<button data-swaction="addToWatchlist" data-product-id="10" data-variant-id="101" data-product-url="/products/notebook">Notify me</button>
<script>
  window.SwymCallbacks = window.SwymCallbacks || []
  window.SwymCallbacks.push(function (swat) {
    swat.evtLayer.addEventListener(swat.JSEvents.addedToWishlist, show)
    swat.renderWishlistCount(document.querySelector('.count'))
  })
</script>`,
      ),
    }
    served['/theme.js'] = {
      headers: { 'content-type': 'text/javascript' },
      body: '// _swat.gone()\nfunction load() {\n  _swat.fetchLists({ callbackFn: draw })\n  SwymUtils.getEncodedAsObject(location.search)\n}',
    }
    const { healthy, lines } = await look(`${shop}/product`)
    expect(lines).toEqual([
      expect.stringMatching(/^ok page: http:\S+\/product: 2 scripts read, not read: cdn.example$/),
      'ok script: found on line 3, with this store and data-compat',
      `ok script file: ${shop}/client/latest/core.js loads`,
      'ok old script: the script of the old service is not on the page',
      'ok origin: every page may call the store (origins=*)',
      'ok policy: the page has no Content-Security-Policy',
      'ok buttons: data-swaction buttons: 1 × addToWishlist, 1 × addToWatchlist',
      'ok products: 2 buttons name a variant',
      'ok hidden: buttons are hidden until they work; the script adds the class swym-loaded',
      'ok callbacks: 1 function is given to SwymCallbacks; each runs when the script loads',
      'ok members: 5 exist: JSEvents.addedToWishlist, SwymUtils.getEncodedAsObject, evtLayer.addEventListener, fetchLists, renderWishlistCount',
      'ok addresses: no other address of the old service is on the page',
      'ok identity: the page shows no signed-in customer',
    ])
    expect(healthy).toBe(true)
  })

  test('is read after redirects, and from a file with the scripts beside it', async () => {
    served['/moved'] = { status: 302, headers: { location: '/product' } }
    expect((await look(`${shop}/moved`)).lines[0]).toMatch(/^ok page: http:\S+\/product:/)
    const file = join(data, 'page.html')
    await writeFile(file, page(ours(), '<script src="theme.js"></script><script src="../../../../etc/hosts"></script>'))
    await writeFile(join(data, 'theme.js'), 'swat.fetchLists({})')
    const { lines } = await look(file)
    expect(lines[0]).toMatch(/^ok page: the file: 1 script read, not read: /)
    expect(lines).toContain('ok members: 1 exist: fetchLists')
  })

  test('of a trial machine may call it by the name localhost', async () => {
    served['/trial'] = { body: page(ours().replace('127.0.0.1', 'localhost')) }
    const { healthy, lines } = await look(`${shop}/trial`, { HEARTBELL_LOOPBACK: 'off' })
    expect(lines).toContain('ok script: found on line 3, with this store and data-compat')
    expect(healthy).toBe(true)
  })

  test('has a policy, an origin and an identity token that let it work', async () => {
    const signed = `${Buffer.from('ada@shop.example').toString('base64url')}.${Math.floor(Date.now() / 1000) + 300}`
    const token = `${signed}.${createHmac('sha256', store.identitySecret).update(signed).digest('hex')}`
    served['/account'] = {
      headers: { 'content-security-policy': `default-src 'self'; script-src ${shop}; connect-src ${shop}` },
      body: page(ours(`data-identity="${token}"`), '<a href="/account/logout">Sign out</a>'),
    }
    await call(['store', 'set', store.pid, `origins=${shop}`], env)
    const { healthy, lines } = await look(`${shop}/account`)
    expect(lines).toContain(`ok origin: ${shop} may call the store`)
    expect(lines).toContain('ok policy: the Content-Security-Policy allows the script and its calls')
    expect(lines).toContain('ok identity: the page has a valid identity token')
    expect(healthy).toBe(true)
    await call(['store', 'set', store.pid, 'origins=*'], env)
  })
})

describe('a page with everything wrong', () => {
  test('has a line for each problem, with what to do', async () => {
    await call(['store', 'set', store.pid, 'origins=https://other.example'], env)
    served['/wrong'] = {
      headers: { 'content-security-policy': "script-src 'self'; connect-src https://api.example" },
      body: page(
        `<script src="${shop}/client/9.9.9/core.js" data-store="other" data-api="https://wishes.example"></script>
<script src="${shop}/client/latest/core.js" data-store="${store.pid}"></script>
<link rel="preconnect" href="https://swymstore-v3pro-01.swymrelay.com">
<script src="//swymv3pro-01.azureedge.net/code/swym-shopify.js"></script>
<style>.swym-button.swym-add-to-wishlist { display: none }</style>`,
        `<button data-swaction="addToWishlist" data-product-id="10">Save</button>
<button data-swaction="addToWishlist">Save</button>
<button data-swaction="jump" data-variant-id="101">Jump</button>
<script>
  window.swymCustomerId = "4711"
  SwymCallbacks.push(function (tracker) {
    tracker.swymApiPost({ endpoint: '/lists/usermeta' })
    tracker.fetchLists({})
    tracker.flyAway()
    var colour = tracker.retailerSettings.Wishlist.Colour
    tracker.evtLayer.addEventListener('sw:moonrise', show)
    SwymUtils.levitate()
  })
  fetch('https://swymstore-v3pro-01.swymrelay.com/api/v3/lists/user-validate-sync?pid=' + id)
  fetch('/storeadmin/v3/user/generate-regid')
</script>`,
      ),
    }
    const { healthy, lines } = await look(`${shop}/wrong`)
    const problems = lines.filter((line) => !line.startsWith('ok'))
    expect(problems).toEqual([
      `fail script: data-store="other" is another store: write data-store="${store.pid}"`,
      'fail script: line 3 lacks data-compat, so old buttons and scripts do nothing: add it',
      'warn script: found 2 times (lines 3, 4); only the first counts: remove the others',
      `warn script: calls https://wishes.example, but this installation is at ${shop}: correct src or data-api, or set HEARTBELL_PUBLIC_URL`,
      `fail script file: can't be loaded: ${shop}/client/9.9.9/core.js answers with status 404; use /client/latest/core.js of your Heartbell`,
      'fail old script: https://swymv3pro-01.azureedge.net/code/swym-shopify.js (page line 6) is still loaded beside ours: both define _swat, and each button acts twice; remove it',
      `fail origin: ${shop} may not call the store: heartbell store set <pid> origins=https://other.example,${shop}`,
      'fail policy: the Content-Security-Policy blocks our script and calls to the API: add https://wishes.example to script-src and connect-src',
      'fail buttons: 1 × jump (line 11) does nothing: use addToWishlist or addToWatchlist',
      'fail products: 1 button names a product without a variant (line 9), and nothing on the page says which variants exist: nothing is saved; add data-variant-id',
      'fail products: 1 button names no product (line 10): add data-product-id, data-variant-id and data-product-url',
      'warn products: data-product-url is missing (lines 9, 10, 11): saved items get the address of the link beside the button, or of the page',
      'fail hidden: buttons stay hidden: only the script with data-compat adds the class swym-loaded',
      'fail members: SwymUtils.levitate (page line 20) does not exist, and calling it stops the script: remove it, or report that you need it',
      'fail members: _swat.flyAway (page line 17) does not exist, and calling it stops the script: remove it, or report that you need it',
      'warn members: _swat.retailerSettings.Wishlist.Colour (page line 18) is undefined here: the script must accept that',
      'fail members: _swat.swymApiPost (page line 15) is refused on purpose: it calls any path of the old service with the shopper’s identity; call the API itself, with fetch',
      'warn events: sw:moonrise (page line 19) never fires here: its listener is not called',
      `fail addresses: https://swymstore-v3pro-01.swymrelay.com/api/v3/lists/user-validate-sync (page line 22): change to ${shop}`,
      'warn refused: user-validate-sync (page line 22) needs a field identity, signed by your server: a customer number alone proves nothing',
      "fail refused: /storeadmin/ (page line 23) can't be called from a page, and its API key must not be there: call it from your server, and revoke the key",
      'warn identity: the page shows a signed-in customer but has no data-identity: the lists stay in this browser until your server renders a signed token',
    ])
    expect(healthy).toBe(false)
    await call(['store', 'set', store.pid, 'origins=*'], env)
  })

  test('has buttons without a variant, which comes from what the page says about its products', async () => {
    const button = '<button data-swaction="addToWishlist" data-product-id="10" data-product-url="/products/a"></button>'
    const says = async (path: string, more: string) => {
      served[path] = { body: page(ours(), `${button}${button}${more}`) }
      return (await look(`${shop}${path}`)).lines.find((line) => line.includes(' products: '))
    }
    const found = (where: string) =>
      `ok products: 2 buttons name a product without a variant (line 5): it comes from ${where}; where that is not sure, the shopper is asked`
    expect(await says('/views', '<script>window.SwymViewProducts = {}</script>')).toBe(found('SwymViewProducts'))
    expect(await says('/form', '<form><select name="id"></select><input name="id" value="101"></form>')).toBe(
      found('the product form'),
    )
    expect(await says('/shop', '<script>Shopify.shop = "fern"</script>')).toBe(found('the shop'))
  })

  test('or none of it changed is told which script tag to add', async () => {
    served['/old'] = { body: page('<script src="https://procdn.swymrelay.com/code/swym-shopify.js"></script>') }
    const { lines } = await look(`${shop}/old`)
    expect(lines).toContain(`fail script: not found: put ${ours()} into the head of every page`)
    expect(lines.join('\n')).toContain(
      'fail old script: https://procdn.swymrelay.com/code/swym-shopify.js (page line 3) is still loaded: replace it by our script',
    )
  })

  test('has a token that is expired or signed by another, a changed file or an encoded pid', async () => {
    served['/token'] = { body: page(ours('data-compat data-identity="YQ.1.00" integrity="sha384-old"')) }
    const { lines } = await look(`${shop}/token`)
    expect(lines).toContain('fail identity: data-identity is not signed with the identity secret of this store')
    expect(lines.join('\n')).toMatch(
      /fail script file: the file has changed, so browsers refuse it: integrity must be sha384-\S{64}/,
    )
    served['/encoded'] = { body: page(ours().replace(store.pid, encodeURIComponent(store.pid))) }
    expect((await look(`${shop}/encoded`)).lines).toContain(
      `fail script: data-store is encoded for a URL: write data-store="${store.pid}"`,
    )
  })
})

describe('a page that would not work in the browser', () => {
  const lineOf = async (body: string, name: string, headers: Record<string, string> = {}) => {
    served['/looked'] = { body, headers }
    const { lines } = await look(`${shop}/looked`)
    return lines.filter((line) => line.split(': ')[0]!.slice(line.indexOf(' ') + 1) === name)
  }
  const found = 'ok script: found on line 3, with this store and data-compat'

  test('loads our script from another address without type=module', async () => {
    const classic = ours().replace(' type="module"', '')
    const elsewhere = classic.replace('127.0.0.1', 'localhost')
    expect(await lineOf(page(elsewhere), 'script')).toEqual([
      'fail script: line 3 lacks type="module": without it browsers refuse the files that the script loads from another address, and nothing works; add it',
    ])
    // these three start in Chromium
    expect(await lineOf(page(elsewhere.replace('async', 'crossorigin')), 'script')).toEqual([found])
    expect(await lineOf(page(classic), 'script')).toEqual([found])
    expect(await lineOf(page(ours().replace('127.0.0.1', 'localhost')), 'script')).toEqual([found])
  })

  test('only reads the product data that would tell the variant', async () => {
    const button = '<button data-swaction="addToWishlist" data-product-id="10" data-product-url="/products/a"></button>'
    const says = (script: string) => lineOf(page(ours(), `${button}<script>${script}</script>`), 'products')
    for (const script of [
      'var known = window.SwymProductVariants || {}; if (SwymProductVariants === a) b(SwymProductVariants[1])',
      'use(SwymPageData => 1); a = SwymPageData',
    ])
      expect((await says(script))[0]).toMatch(/^fail products: .* nothing on the page says which variants exist/)
    for (const script of [
      'SwymProductVariants[101] = { epi: 101 }',
      'window["SwymProductVariants"] = {}',
      'Object.assign(window.SwymProductVariants, {})',
      'SwymProductVariants.a = SwymProductVariants.b = 1',
    ])
      expect((await says(script))[0]).toMatch(/^ok products: .* it comes from SwymProductVariants;/)
  })

  test('has a policy of nonces, where an address has no effect', async () => {
    const policy = (text: string, tag = ours()) => lineOf(page(tag), 'policy', { 'content-security-policy': text })
    const advice =
      'fail policy: the Content-Security-Policy blocks our script: write the nonce of each page into our tag (nonce="…"), because addresses have no effect beside \'strict-dynamic\''
    expect(await policy(`script-src 'nonce-a' 'strict-dynamic' ${shop}`)).toEqual([advice])
    expect(await policy("script-src 'nonce-a' 'strict-dynamic'; connect-src 'none'")).toEqual([
      `${advice.replace('our script:', 'our script and calls to the API:')}; add ${shop} to connect-src`,
    ])
    const fine = ['ok policy: the Content-Security-Policy allows the script and its calls']
    expect(await policy("script-src 'nonce-a' 'strict-dynamic'", ours('data-compat nonce="a"'))).toEqual(fine)
  })

  test('puts products into a cart that the script does not know', async () => {
    const cart = (script: string) =>
      lineOf(page(ours(), `<script>_swat.replayAddToCart({}, 101)\n${script}</script>`), 'cart')
    expect(await cart('')).toEqual([
      'warn cart: replayAddToCart (page line 5) needs a cart, and the page is neither of Shopify nor of WooCommerce: describe yours in heartbell.cart',
    ])
    for (const script of [
      'window.Shopify = window.Shopify || {}',
      'var wc_add_to_cart_params = {}',
      'heartbell.cart = c',
    ])
      expect(await cart(script)).toEqual(['ok cart: the page has a cart that the script can use'])
  })

  test('still has the app embed of the old service', async () => {
    const embed = 'https://cdn.shopify.com/extensions/0190-ab/swym-relay-12/assets'
    const html = page(
      `${ours()}<link rel="stylesheet" href="${embed}/swym.css"><script src="${embed}/app.js"></script>`,
    )
    expect(await lineOf(html, 'old script')).toEqual([
      `fail old script: ${embed}/app.js (page line 3) is still loaded beside ours: both define _swat, and each button acts twice; turn the app embed off in the theme editor`,
    ])
    expect(await lineOf(html, 'addresses')).toEqual([
      'ok addresses: no other address of the old service is on the page',
    ])
    const other = page(`${ours()}<script src="https://cdn.shopify.com/extensions/0190-ab/reviews/app.js"></script>`)
    expect((await lineOf(other, 'old script'))[0]).toMatch(/^ok/)
  })

  test('hides its buttons in a stylesheet of its own', async () => {
    served['/theme.css'] = { headers: { 'content-type': 'text/css' }, body: '.swym-button { display: none }' }
    const html = (more: string) => page(`${ours(more)}<link rel="stylesheet" href="/theme.css?v=1">`)
    expect((await lineOf(html(''), 'hidden'))[0]).toMatch(/^fail hidden: buttons stay hidden/)
    expect((await lineOf(html('data-compat'), 'hidden'))[0]).toMatch(/^ok hidden/)
  })

  test('has a button whose action does nothing', async () => {
    const button = '<button data-swaction="addToSaveForLater" data-product-id="10" data-variant-id="101"></button>'
    expect(await lineOf(page(ours(), button), 'buttons')).toEqual([
      'fail buttons: 1 × addToSaveForLater (line 5) does nothing: use addToWishlist or addToWatchlist',
    ])
  })

  test('calls a missing member only after it has looked', async () => {
    const members = (script: string) => lineOf(page(ours(), `<script>${script}</script>`), 'members')
    for (const script of [
      '_swat.fly && _swat.fly()',
      'if (_swat.fly) { _swat.fly(1) }',
      '_swat.fly?.()',
      "typeof _swat.fly === 'function' && _swat.fly()",
      'if (!_swat.fly) return; _swat.fly()',
    ])
      expect(await members(script), script).toEqual([
        'warn members: _swat.fly (page line 5) does not exist; the script looks first, so it goes on without what this call did',
      ])
    for (const script of ['_swat.fly()', 'if (_swat.fly()) { a() }', '_swat.fly(); _swat.fly && a()'])
      expect((await members(script))[0], script).toMatch(/^fail members: _swat.fly .* stops the script/)
  })
})

describe('a page of an attacker', () => {
  const action = 'zap\x1b[1A\x1b[2K\nok    script        forged\x9b31m\u202e\u2028'
  const html = (text: string) => [...text].map((one) => `&#${one.codePointAt(0)};`).join('')

  test('puts no escape sequence and no line of its own into the terminal', async () => {
    served['/evil'] = { body: page(ours(), `<button data-swaction="${html(action)}">${'</button>'}`) }
    const args = ['doctor', '--store', store.pid, '--theme', `${shop}/evil`]
    const { stdout } = await call(args, env)
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
    expect(stdout).toContain('1 × zap\\x1b[1A\\x1b[2K\\x0aok    script        forged\\x9b31m\\u202e\\u2028')
    expect(stdout.match(/^ok {4}script {8}/gm)).toHaveLength(1)
    const json = (await call([...args, '--json'], env)).stdout
    expect(json.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u)
    const { checks } = JSON.parse(json) as { checks: Check[] }
    expect(checks.find(({ name, state }) => name === 'buttons' && state === 'fail')?.says).toContain(action)
  })

  test('prints no megabytes', async () => {
    served['/long'] = { body: page(ours(), `<button data-swaction="${'a'.repeat(500_000)}"></button>`) }
    const { stdout } = await call(['doctor', '--store', store.pid, '--theme', `${shop}/long`], env)
    expect(stdout.length).toBeLessThan(10_000)
    expect(stdout).toContain(' more characters)')
  })
})

describe('a page that cannot be checked', () => {
  const why = async (place: string, more?: Record<string, string>) => {
    const { lines, healthy } = await look(place, more)
    expect(healthy).toBe(false)
    expect(lines).toHaveLength(1)
    return lines[0]!.replace(/^fail page: \S+ can't be read: /, '')
  }

  test('is unreachable, missing, moved in a circle, not HTML or too large', async () => {
    expect(await why('http://127.0.0.1:1/')).toBe('127.0.0.1:1 does not answer (ECONNREFUSED)')
    expect(await why(`${shop}/nothing`)).toBe(`${shop}/nothing answers with status 404`)
    served['/round'] = { status: 301, headers: { location: '/round' } }
    expect(await why(`${shop}/round`)).toBe('it redirects more than 5 times')
    served['/data'] = { headers: { 'content-type': 'application/json' }, body: '{}' }
    expect(await why(`${shop}/data`)).toBe('it is not HTML but application/json')
    served['/text'] = { body: 'hello' }
    expect(await why(`${shop}/text`)).toBe('it contains no HTML')
    served['/large'] = { body: `<html>${' '.repeat(3_000_001)}` }
    expect(await why(`${shop}/large`)).toBe('the response is longer than 3000000 bytes')
    expect(await why(join(data, 'nothing.html'))).toContain('does not exist; an address begins with https://')
    expect(await why(data)).toContain('is not a file')
  })

  test('is on this machine or in this network, also after a redirect', async () => {
    const strict = { HEARTBELL_LOOPBACK: 'off', HEARTBELL_PUBLIC_URL: 'https://wishes.example' }
    expect(await why(`${shop}/product`, strict)).toBe(
      '127.0.0.1 is not a public Internet address; HEARTBELL_LOOPBACK=on allows pages of this machine',
    )
    served['/inside'] = { status: 302, headers: { location: 'http://10.0.0.1/' } }
    expect(await why(`${shop}/inside`)).toBe('10.0.0.1 is not a public Internet address')
    // our own pages, such as the demo store, are always read
    expect((await look(`${shop}/product`, { HEARTBELL_LOOPBACK: 'off' })).healthy).toBe(true)
  })

  test('a wrong call gets a sentence and exit code 2', async () => {
    const wrong = async (...args: string[]) => {
      const { code, stdout, stderr } = await call(['doctor', ...args], env)
      expect([code, stdout]).toEqual([2, ''])
      return stderr.trim()
    }
    expect(await wrong('--theme', 'https://shop.example')).toContain('Give the store: --store PID')
    expect(await wrong('--store', store.pid)).toBe('--store needs --theme URL: the page to check.')
    expect(await wrong('--store', store.pid, '--theme', 'ftp://shop.example')).toContain('--theme must be a URL')
    expect(await wrong('--store', store.pid, '--theme', 'https://')).toContain('--theme must be a URL')
    expect(await wrong('--store', 'nobody', '--theme', shop)).toContain('"nobody" is not the pid of a store')
    expect(await wrong('--store', store.pid, '--theme', shop, '--citus')).toContain('cannot be combined')
  })

  test('a store that does not exist is reported', async () => {
    const other = `A${store.pid.slice(1)}` === store.pid ? `B${store.pid.slice(1)}` : `A${store.pid.slice(1)}`
    const { code, stderr } = await call(['doctor', '--store', other, '--theme', shop], env)
    expect([code, stderr]).toEqual([1, `The store ${other} does not exist. heartbell store list shows all stores.\n`])
  })
})

test('the list of members is the one of the client’s build', async () => {
  const listed = JSON.parse(await readFile(new URL(import.meta.resolve('@heartbell/client/members.json')), 'utf8'))
  expect(listed._swat).toMatchObject({ fetchLists: 'function', SaveForLater: { init: 'function' } })
  expect(listed.events).toContain('sw:addedtowishlist')
})
