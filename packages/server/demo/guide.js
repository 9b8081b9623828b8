/** The guide: four steps, ticked as they happen, with what to do next. */
import { $, $$, fetchGoods, make, onGoods, readGoods } from './shop.js'

const { heartbell } = globalThis

const done = new Set(JSON.parse(localStorage.getItem('fern-steps') ?? '[]'))
const say = (text) => {
  $('.hint').textContent = text
}
function tick(step) {
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
  const next = $$('[data-step]').find((row) => !done.has(row.dataset.step))
  for (const row of $$('[data-step]')) row.classList.toggle('next', row === next)
}

/** On a product's page the chosen variant, elsewhere the one that was subscribed to last. */
const subject = () => $('.choose')?.id.value ?? localStorage.getItem('fern-asked')
const nameOf = (variant) => readGoods()?.variants[variant]?.title ?? 'It'

const fetchMails = async () => (await (await fetch('/demo/mail')).json()).messages
const post = (act, variant) => fetch(`/demo/${act}`, { method: 'POST', body: new URLSearchParams({ variant }) })
const later = (millis) => new Promise((go) => setTimeout(go, millis))

/** Whether a message leaves within some seconds, to whomever: another browser may have asked. The outbox shows the last ones only, so its length says nothing. */
async function waitForMail(before) {
  for (let tries = 0; tries < 30; tries++) {
    if ((await fetchMails()).some(({ key }) => !before.has(key))) return true
    await later(400)
  }
  return false
}

/** Milliseconds since the page opened: until then the guide's own sentence about the change stays. */
let quietUntil = 0

async function change(act, begin, mailed, quiet) {
  const variant = subject()
  if (!variant) return say('Open a product first, or subscribe to one that is sold out.')
  quietUntil = performance.now() + 30_000
  say(begin(nameOf(variant)))
  const before = new Set((await fetchMails()).map(({ key }) => key))
  await post(act, variant)
  await fetchGoods()
  tick('restock')
  say((await waitForMail(before)) ? mailed : quiet)
}

const acts = {
  heart: () => {
    if (location.pathname !== '/demo') location.href = '/demo'
    else say('Press the heart of anything you like.')
  },
  ask: () => {
    const notify = $('heartbell-notify')
    if (notify && !notify.hidden) notify.scrollIntoView({ block: 'center', behavior: 'smooth' })
    else location.href = '/demo/products/brass-watering-can'
  },
  restock: () =>
    change(
      'restock',
      (name) => `${name}: five units arrive …`,
      'It is back, and the mail is out: “Read the mail”.',
      'Five units arrived. No message has left: nobody waited for this variant.',
    ),
  price: () =>
    change(
      'lower-price',
      (name) => `${name}: a fifth less …`,
      'The price dropped, and the mail is out: “Read the mail”.',
      'A fifth less. No message has left: nobody waited for this price.',
    ),
  mail: async () => showMails(await fetchMails()),
}

function showMails(messages) {
  const dialog = $('.mail')
  const frame = $('iframe', dialog)
  const read = ({ key, subject: title }, button) => {
    frame.hidden = false
    frame.title = title
    frame.src = `/demo/mail/${encodeURIComponent(key)}`
    for (const other of $$('.mail-list button', dialog)) other.setAttribute('aria-current', other === button)
  }
  $('.mail-none', dialog).hidden = messages.length > 0
  const rows = messages.map((message) => {
    const at = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(new Date(message.at))
    const button = make('button', { type: 'button' }, message.subject, make('small', {}, `to ${message.to}, ${at}`))
    button.addEventListener('click', () => read(message, button))
    return button
  })
  $('.mail-list', dialog).replaceChildren(...rows.map((row) => make('li', {}, row)))
  dialog.showModal()
  if (!messages.length) return
  read(messages[0], rows[0])
  tick('mail')
}

/** Says what changed on the shelf of the page's product. */
function announceChange(goods, before) {
  const variant = $('.choose')?.id.value
  const [now, then] = [goods.variants[variant], before?.variants[variant]]
  if (!now || !then || performance.now() < quietUntil) return
  if (then.stock <= 0 && now.stock > 0) say(`${now.title} is back in stock.`)
  else if (now.price < then.price) say(`${now.title} costs less now.`)
}

export function startGuide() {
  showSteps()
  onGoods(announceChange)
  heartbell.on('added', () => tick('heart'))
  heartbell.on('alert', ({ product, topic }) => {
    localStorage.setItem('fern-asked', String(product.variantId))
    tick('ask')
    const isPrice = topic === 'pricedrop'
    $('[data-step=restock]').classList.toggle('lower', isPrice)
    say(`Subscribed. Now let the workshop ${isPrice ? 'ask less: “Lower the price”' : 'deliver: “Restock it”'}.`)
  })
  for (const button of $$('[data-act]')) button.addEventListener('click', acts[button.dataset.act])
  $('.mail button[value=close]').addEventListener('click', () => $('.mail').close())
}
