/** The demo store's own script: a bag in the browser, the choice of a variant, and the helper that walks along. */
const tag = document.querySelector('script[data-store]')
await import(tag.src)
const { heartbell } = globalThis

const $ = (selector, within = document) => within.querySelector(selector)
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)]
const money = (price) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: tag.dataset.currency }).format(price)
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

// The bag. Any shop's cart will do for Heartbell, as long as it can add, remove and tell what is in it.
const readBag = () => JSON.parse(localStorage.getItem('fern-bag') ?? '[]')
const writeBag = (rows) => {
  localStorage.setItem('fern-bag', JSON.stringify(rows))
  showBag()
}
const fetchGoods = async () => {
  const reply = await fetch('/demo/goods.json')
  return await reply.json()
}
heartbell.cart = {
  items: async () => readBag().map(({ variant, quantity }) => ({ key: variant, variantId: variant, quantity })),
  add: async (variantId, quantity) => {
    const goods = await fetchGoods()
    const row = goods[variantId]
    if (!row) throw new Error('There is no such thing.')
    const rows = readBag()
    const old = rows.find(({ variant }) => variant === String(variantId))
    if (old) old.quantity += quantity
    writeBag(old ? rows : [...rows, { ...row, variant: String(variantId), quantity }])
  },
  remove: async (key) => writeBag(readBag().filter(({ variant }) => variant !== key)),
}

function showBag() {
  const rows = readBag()
  for (const count of $$('[data-bag-count]')) count.textContent = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const list = $('[data-bag]')
  if (!list) return
  $('[data-bag-empty]').hidden = rows.length > 0
  list.replaceChildren(
    ...rows.map((row) => {
      const { variant, product, title, option, price, quantity, image, url } = row
      const remove = make('button', { type: 'button', 'aria-label': `Remove: ${title}` }, 'Remove')
      remove.addEventListener('click', () => heartbell.cart.remove(variant))
      const later = {
        type: 'button',
        'data-heartbell-later': '',
        variant,
        product,
        url,
        name: title,
        option,
        image,
        price,
        quantity,
        key: variant,
      }
      return make(
        'li',
        {},
        make('img', { src: image, alt: '', width: 88, height: 88 }),
        make('div', {}, make('b', {}, title), `${option} · ${quantity} × ${money(price)}`),
        make('button', { ...later, 'aria-label': `Save for later: ${title}` }, 'Save for later'),
        remove,
      )
    }),
  )
}
showBag()
addEventListener('storage', showBag)

// The choice of a variant.
const choose = $('.choose')
if (choose) {
  const { product, title, url, image, stocks: told } = choose.dataset
  const stocks = JSON.parse(told)
  const heart = $('heartbell-heart', choose)
  const add = $('.add', choose)
  const show = () => {
    const option = choose.id.selectedOptions[0]
    for (const price of $$('[data-price]')) price.hidden = price.dataset.price !== option.value
    heart.setAttribute('variant', option.value)
    heart.setAttribute('price', option.dataset.priceOf)
    add.disabled = stocks[option.value] <= 0
    add.textContent = add.disabled ? 'Sold out' : 'Add to bag'
  }
  choose.id.addEventListener('change', show)
  choose.addEventListener('submit', (event) => {
    event.preventDefault()
    const option = choose.id.selectedOptions[0]
    const rows = readBag()
    const old = rows.find(({ variant }) => variant === option.value)
    if (old) old.quantity++
    const row = {
      variant: option.value,
      product,
      title,
      option: option.textContent,
      price: Number(option.dataset.priceOf),
      quantity: 1,
      image,
      url,
    }
    writeBag(old ? rows : [...rows, row])
    say('In your bag. On the bag’s page it can be saved for later.')
  })
}

// The helper: four steps, ticked as they happen.
const done = new Set(JSON.parse(localStorage.getItem('fern-steps') ?? '[]'))
const say = (text) => {
  $('.hint').textContent = text
}
const tick = (step) => {
  done.add(step)
  localStorage.setItem('fern-steps', JSON.stringify([...done]))
  showSteps()
}
function showSteps() {
  for (const row of $$('[data-step]')) {
    const isDone = done.has(row.dataset.step)
    row.classList.toggle('done', isDone)
    if (isDone) $('.tick', row).textContent = '✓'
  }
}
showSteps()
heartbell.on('added', () => tick('heart'))
heartbell.on('alert', ({ product }) => {
  localStorage.setItem('fern-asked', String(product.variantId))
  tick('ask')
  say('Asked. Now let the workshop deliver: “Restock it”.')
})

const seen = async () => (await (await fetch('/demo/mail')).json()).messages
const acts = {
  heart: () => {
    if (location.pathname !== '/demo') location.href = '/demo'
    else say('Tap the heart of anything you like.')
  },
  ask: () => {
    if (location.pathname === '/demo/products/brass-watering-can')
      $('heartbell-notify').scrollIntoView({ block: 'center' })
    else location.href = '/demo/products/brass-watering-can'
  },
  restock: async () => {
    const variant = localStorage.getItem('fern-asked')
    if (!variant) return say('First ask to be told about something that is sold out.')
    say('Five units are on their way …')
    const before = (await seen()).length
    await fetch('/demo/restock', { method: 'POST', body: new URLSearchParams({ variant }) })
    tick('restock')
    for (let tries = 0; tries < 40; tries++) {
      if ((await seen()).length > before) return say('It is back, and the mail is out: “Read the mail”.')
      await new Promise((later) => setTimeout(later, 500))
    }
    say('The mail takes its time. Look again in a moment.')
  },
  mail: async () => {
    const messages = await seen()
    const dialog = $('.mail')
    const frame = $('iframe', dialog)
    const read = ({ key, subject }) => {
      frame.hidden = false
      frame.title = subject
      frame.src = `/demo/mail/${encodeURIComponent(key)}`
    }
    $('.mail-none', dialog).hidden = messages.length > 0
    $('.mail-list', dialog).replaceChildren(
      ...messages.map((message) => {
        const button = make(
          'button',
          { type: 'button' },
          message.subject ?? 'A message',
          make('small', {}, `to ${message.to}`),
        )
        button.addEventListener('click', () => read(message))
        return make('li', {}, button)
      }),
    )
    dialog.showModal()
    if (!messages.length) return
    read(messages[0])
    tick('mail')
  },
}
for (const row of $$('[data-step]')) $('button', row).addEventListener('click', acts[row.dataset.step])
$('.mail button[value=close]').addEventListener('click', () => $('.mail').close())
