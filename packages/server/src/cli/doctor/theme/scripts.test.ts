import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTags } from './html-tags.ts'
import { maskScript } from './mask-script.ts'
import { judgeMember, type ScriptMembers } from './members.ts'
import { findUses } from './script-uses.ts'

describe('the tags of a page', () => {
  const read = (html: string) => readTags(html).map(({ name, attributes, line }) => [line, name, { ...attributes }])

  test('attributes are read with any quotes, entities and line breaks', () => {
    const html = `<!doctype html>\n<SCRIPT\n async src='a.js?x=1&amp;y=2' DATA-Store="a+b/c&#61;" data-compat></SCRIPT>\n<br/><a href=/b/c title>`
    expect(read(html)).toEqual([
      [2, 'script', { async: '', src: 'a.js?x=1&y=2', 'data-store': 'a+b/c=', 'data-compat': '' }],
      [4, 'br', {}],
      [4, 'a', { href: '/b/c', title: '' }],
    ])
  })

  test('comments, texts of scripts and styles, and unfinished tags contain no tags', () => {
    const html = '<!-- <b> --><script>if (a<b) "<i>"</script><style>a<u{}</style><p title="<em>">x < y</p><img src="a'
    expect(readTags(html).map(({ name, text }) => [name, text])).toEqual([
      ['script', 'if (a<b) "<i>"'],
      ['style', 'a<u{}'],
      ['p', ''],
      ['img', ''],
    ])
  })

  test('a theme file with commands inside its tags is read', () => {
    const html = `<button {% if a > b %}disabled{% endif %} data-product-id={{ product.id }} data-swaction="addToWishlist">`
    expect(read(html)).toEqual([
      [1, 'button', { disabled: '', 'data-product-id': '{{ product.id }}', 'data-swaction': 'addToWishlist' }],
    ])
  })

  test('any text is read, in the order of its lines', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '<!--',
      '-->',
      '<script',
      '</script>',
      ' ',
      '\n',
      '{{',
      '%}',
      'a',
      '&#0;',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const lines = readTags(pieces.join('')).map(({ line }) => line)
        expect(lines).toEqual([...lines].sort((one, other) => one - other))
      }),
    )
  })

  test('a large page of unfinished tags takes no longer than its length allows', () => {
    const started = performance.now()
    for (const piece of ['<a "', '<!--', '<script', '<a {{', '<a =']) readTags(piece.repeat(60_000))
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('the uses in a script', () => {
  const used = (text: string) => findUses(text).members.map(({ object, path, line }) => `${line} ${object}.${path}`)

  test('are found on _swat, on window and through destructuring', () => {
    expect(
      used('_swat.fetch(a)\nwindow._swat?.ui?.open()\nconst { createList, addToList: add } = window._swat'),
    ).toEqual(['1 _swat.fetch', '2 _swat.ui.open', '3 _swat.createList', '3 _swat.addToList'])
  })

  test('are found in brackets, too', () => {
    expect(used(`\n_swat['fetch'](a); SwymUtils["log"](1); other['gone']()`)).toEqual([
      '2 _swat.fetch',
      '2 SwymUtils.log',
    ])
  })

  test('are found in functions given to SwymCallbacks, whatever their parameter is called, and only there', () => {
    const text = `window.SwymCallbacks = window.SwymCallbacks || []
      t.other()
      window.SwymCallbacks.push(function (t) { t.fetchLists({}); if (a) { t.createList() } })
      t.other()
      SwymCallbacks.push(async (sdk) => { await sdk.isSaved(1) })
      SwymCallbacks.push(begin); SwymCallbacks.push(this.start.bind(this))
      function begin(x) { x.deleteList('a') }
      class A { start(y) { y.SaveForLater.init() } }`
    expect(used(text).sort()).toEqual([
      '3 _swat.createList',
      '3 _swat.fetchLists',
      '5 _swat.isSaved',
      '7 _swat.deleteList',
      '8 _swat.SaveForLater.init',
    ])
    expect(findUses(text).callbacks).toBe(4)
    expect(findUses('var SwymCallbacks = [function (q) { q.fetch() }]')).toMatchObject({ callbacks: 1 })
  })

  test('are not found in comments, texts and regular expressions', () => {
    const text = `// swat.a()\n/* swat.b() */ 'swat.c()'; "it's swat.d"; /swat.e['"]/.test(x); \`swat.f \${swat.g}\`; x = 4 / swat.h / 2`
    expect(used(text)).toEqual(['2 _swat.g', '2 _swat.h'])
    expect(maskScript("f(a / b, '//x') // y").strings).toBe("f(a / b, '//x')     ")
  })

  test('members that the script itself assigns are its own', () => {
    expect(findUses('swat.mine = swat.mine || {}; swat.mine.show()').assigned).toEqual(['mine'])
    expect(findUses('if (swat.count == 1 || swat.count === 2) {}').assigned).toEqual([])
  })

  test('names of events are found as texts', () => {
    expect(findUses('\non("sw:addedtowishlist", f)').events).toEqual([{ name: 'sw:addedtowishlist', line: 2 }])
  })

  test('any text is read, and positions stay', () => {
    const piece = fc.constantFrom(
      'swat',
      '.a',
      '/',
      '*',
      '"',
      "'",
      '`',
      '${',
      '}',
      '{',
      '\n',
      '\\',
      '//',
      'SwymCallbacks.push(',
      'function (a)',
      '=>',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const { code, strings } = maskScript(text)
        expect([code.length, strings.length]).toEqual([text.length, text.length])
        expect(code.split('\n').length).toBe(text.split('\n').length)
        findUses(text)
      }),
    )
  })

  test('a large script takes no longer than its length allows', () => {
    const started = performance.now()
    for (const piece of ['/ a', '`', '"', 'swat.a = {', 'SwymCallbacks.push(a);', '/[', '{ a'])
      findUses(piece.repeat(Math.ceil(100_000 / piece.length)))
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

test('a member exists, is refused on purpose, is a value that is not set, or is unknown', () => {
  const members: ScriptMembers = {
    _swat: {
      fetch: 'function',
      evtLayer: 'object',
      ui: { open: 'function' },
      key: { REGID: 'value' },
      retailerSettings: { Wishlist: { EnableCollections: 'value' } },
    },
    SwymUtils: { addClass: 'function' },
    events: [],
  }
  const judge = (path: string, object: '_swat' | 'SwymUtils' = '_swat') => {
    const { state, name } = judgeMember(members, { object, path })
    return `${state} ${name}`
  }
  expect(judge('fetch.call')).toBe('exists fetch')
  expect(judge('evtLayer.addEventListener')).toBe('exists evtLayer.addEventListener')
  expect(judge('hasOwnProperty')).toBe('exists hasOwnProperty')
  expect(judge('ui.changeTab')).toBe('refused ui.changeTab')
  expect(judge('swymApiPost')).toBe('refused swymApiPost')
  expect(judge('ui.jump.high')).toBe('unknown ui.jump')
  expect(judge('retailerSettings.Wishlist.Colour')).toBe('empty retailerSettings.Wishlist.Colour')
  expect(judge('retailerSettings.Colours.Red')).toBe('unknown retailerSettings.Colours')
  expect(judge('key.OTHER')).toBe('empty key.OTHER')
  expect(judge('swymApiPost', 'SwymUtils')).toBe('unknown swymApiPost')
})
