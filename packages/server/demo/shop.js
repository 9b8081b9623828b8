/** The shop: a bag in the browser, the choice of a variant, and prices and stock that follow the workshop. */
const { heartbell } = globalThis
const { dataset } = document.querySelector('script[data-store]')

export const $ = (selector, within = document) => within.querySelector(selector)
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
export const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}
const money = (price) => new Intl.NumberFormat('en', { style: 'currency', currency: dataset.currency }).format(price)

// What the shop sells now. Asked for again while the page is visible, as a shop would with its own means.
let goods
const listeners = []
export const onGoods = (listener) => listeners.push(listener)
export const readGoods = () => goods
export async function fetchGoods() {
  const reply = await fetch('/demo/goods.json')
  const before = goods
  goods = await reply.json()
  for (const listener of listeners) listener(goods, before)
  return goods
}
const SECONDS = 3
const follow = () => !document.hidden && fetchGoods().catch(() => {})

// The bag. Any shop's cart will do for Heartbell, as long as it can add, remove and list what is in it.
const readBag = () => JSON.parse(localStorage.getItem('fern-bag') ?? '[]')
const writeBag = (rows) => {
  localStorage.setItem('fern-bag', JSON.stringify(rows))
  showBag()
}
const cart = {
  items: async () => readBag().map(({ variant, quantity }) => ({ key: variant, variantId: variant, quantity })),
  add: async (variantId, quantity) => {
    const row = (goods ?? (await fetchGoods())).variants[variantId]
    if (!row) throw new Error('The shop no longer sells this.')
    const rows = readBag()
    const old = rows.find(({ variant }) => variant === String(variantId))
    const wanted = (old?.quantity ?? 0) + quantity
    if (row.stock <= 0) throw new Error(`${row.title} is sold out.`)
    if (old?.quantity >= row.stock) throw new Error(`All ${row.stock} of ${row.title} are in your bag already.`)
    if (wanted > row.stock) throw new Error(`Only ${row.stock} of ${row.title} are left.`)
    if (old) old.quantity = wanted
    writeBag(old ? rows : [...rows, { variant: String(variantId), quantity }])
  },
  remove: async (key) => writeBag(readBag().filter(({ variant }) => variant !== key)),
}

function showBag() {
  const rows = readBag()
  for (const count of $$('[data-bag-count]')) count.textContent = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const list = $('[data-bag]')
  if (!list || !goods) return
  const known = rows.flatMap((row) => (goods.variants[row.variant] ? { ...goods.variants[row.variant], ...row } : []))
  $('[data-bag-empty]').hidden = known.length > 0
  const total = $('[data-bag-total]')
  total.hidden = known.length === 0
  total.textContent = `Total ${money(known.reduce((sum, { price, quantity }) => sum + price * quantity, 0))}`
  const state = JSON.stringify(known)
  if (list.dataset.state === state) return
  list.dataset.state = state
  list.replaceChildren(...known.map(bagRow))
}

function bagRow({ variant, product, title, option, price, quantity, image, url }) {
  const remove = make('button', { type: 'button', class: 'quiet', 'aria-label': `Remove: ${title}` }, 'Remove')
  remove.addEventListener('click', async () => {
    await cart.remove(variant)
    const heading = $('h1')
    heading.tabIndex = -1
    const next = $('[data-bag] .quiet') ?? heading
    next.focus()
    heartbell.showToast?.('Removed.', 'Undo', () => cart.add(variant, quantity))
  })
  const about = { variant, product, url, name: title, option, image, price, quantity, key: variant }
  const later = { type: 'button', 'data-heartbell-later': '', ...about, 'aria-label': `Save for later: ${title}` }
  return make(
    'li',
    {},
    make('img', { src: image, alt: '', width: 88, height: 88 }),
    make(
      'div',
      {},
      make('a', { href: `${url}?variant=${variant}` }, title),
      make('span', {}, `${option} · ${quantity} × ${money(price)}`),
    ),
    make('button', later, 'Save for later'),
    remove,
  )
}

/** The product's page follows the choice, and the stock and price of today. */
function showChoice() {
  const form = $('.choose')
  if (!form || !goods) return
  const { variants } = goods
  for (const option of form.id.options) {
    const text = option.dataset.option + (variants[option.value].stock > 0 ? '' : ' (sold out)')
    if (option.textContent !== text) option.textContent = text
  }
  const chosen = form.id.value
  const { stock, price, option } = variants[chosen]
  const ours = [...form.id.options].map(({ value }) => value)
  const figures = (name) => JSON.stringify(Object.fromEntries(ours.map((id) => [id, variants[id][name]])))
  setText($('.price'), money(price))
  setAll($('heartbell-heart', form), { variant: chosen, option, price })
  setAll($('heartbell-notify', form), { stock, price, stocks: figures('stock'), prices: figures('price') })
  const add = $('.add', form)
  add.disabled = stock <= 0
  setText(add, stock > 0 ? 'Add to bag' : 'Sold out')
}

function showCards() {
  for (const card of $$('[data-card]')) {
    const { from, badge } = goods.products[card.dataset.card]
    setText($('[data-from]', card), from)
    setText($('.badge', card), badge)
  }
}

const setText = (element, text) => {
  if (element.textContent !== text) element.textContent = text
}
const setAll = (element, values) => {
  for (const [name, value] of Object.entries(values))
    if (element.getAttribute(name) !== `${value}`) element.setAttribute(name, value)
}

/** Someone signed in or out in another tab: the header of this page names the wrong account, so it is loaded again. */
function followAccount() {
  const isNamed = Boolean(dataset.identity)
  let agreed = false
  const compare = () => {
    if (heartbell.isSignedIn() === isNamed) agreed = true
    else if (agreed) location.reload()
  }
  compare()
  heartbell.on('change', compare)
}

export function startShop() {
  heartbell.cart = cart
  followAccount()
  onGoods(showBag)
  onGoods(showChoice)
  onGoods(showCards)
  showBag()
  addEventListener('storage', showBag)
  // the next person on this device starts with an empty bag
  $('form[action="/demo/sign-out"]')?.addEventListener('submit', () => writeBag([]))
  const form = $('.choose')
  form?.id.addEventListener('change', showChoice)
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    try {
      await cart.add(form.id.value, 1)
      heartbell.showToast?.('In your bag.')
    } catch ({ message }) {
      heartbell.showToast?.(message)
    }
  })
  follow()
  setInterval(follow, SECONDS * 1000)
  addEventListener('visibilitychange', follow)
}
