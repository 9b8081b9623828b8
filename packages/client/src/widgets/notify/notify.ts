/** `<heartbell-notify>`: asks for an alert about a product, says what becomes of it, and ends it. */
import { cachedAlerts, refreshAlerts, stopsOf } from '../../client/alert-cache.ts'
import { findAlert } from '../../client/alerts.ts'
import { type Product, plainId } from '../../client/records.ts'
import type { AlertRequest } from '../../client/subscribe.ts'
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { parseJson } from '../../client/sync/local-data.ts'
import { productOf } from '../heart.ts'
import { announce, heartbell, loadWidget, Widget } from '../kit.ts'
import { baseStyle } from '../shared/base-style.ts'
import { button, tryAgain } from '../shared/button.ts'
import { chosenVariant, onChoice } from '../shared/chosen-variant.ts'
import { createShadow, define, h } from '../shared/element.ts'
import { language } from '../shared/row.ts'
import { sayOffline } from '../shared/say-offline.ts'
import { t } from '../shared/texts.ts'
import { alertForm, loadAlertForm } from './alert-form.ts'
import { type Asked, alertNotes, type ElementNotes, loadAlertNotes, type Noted } from './alert-notes.ts'
import type { FormAnswer } from './form/form.ts'
import {
  clauseOf,
  dayOf,
  hasNote,
  isAnyThere,
  isOpen,
  type Offer,
  offersOf,
  priceDrop,
  type Refused,
  titleOf,
} from './offers.ts'
import { style } from './style.ts'
import { lookSoon, promising, watchAlerts } from './watch-alerts.ts'

/** Milliseconds from the opened form to the call. A person can be faster, so the call waits; a program waits each time. */
const FASTEST = 800

/** Pixels: in a narrower element the form opens in a dialog. */
const NARROW = 260

/** What the page says of the product, as it was shown last. */
type Shelf = { of: unknown; price: unknown; stock: string | null; stocks: string | null }

/** All that the service knows; others are of the store. */
const standardTopics = /^\s*((backinstock|pricedrop|comingsoon)\s*)*$/

class Notify extends Widget {
  static observedAttributes = ['variant', 'stock', 'stocks', 'price', 'prices', 'topic', 'topics', 'any']
  #root!: ShadowRoot
  #shown = ''
  #last: Shelf | undefined
  #end: (() => void) | undefined
  /** The offers of the open form; empty while its file is loaded. */
  #open: Offer[] | undefined
  #openedAt = 0
  /** An alert is on, so that the button asks for another one. */
  #isOn = false
  #asked: Asked | undefined
  #notes: ElementNotes | undefined

  draw(): void {
    this.#root = createShadow(this, [baseStyle, style])
    // stopped on a page that was closed too fast
    if (Object.keys(stopsOf(heartbell))[0]) ignoreFailure(loadAlertNotes())
    // heartbell.css hides an element of which it can't know whether it will be shown
    this.setAttribute('ready', '')
  }

  override connectedCallback(): void {
    this.#end = onChoice(this.#follow)
    super.connectedCallback()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#end?.()
    promising.delete(this)
  }

  #follow = () => {
    const variant = chosenVariant(this, Object.keys(this.#read('stocks')))
    if (variant && variant !== this.#at('variant')) this.setAttribute('variant', variant)
  }

  #at(name: string): string | null {
    return this.getAttribute(name)
  }

  #has(name: string): boolean {
    return this.#at(name) !== null
  }

  /** A figure of each variant, if the page provides it. */
  #read(name: 'stocks' | 'prices'): Record<string, number | null> {
    const text = this.#at(name)
    const figures = parseJson<Record<string, number>>(() => text)
    if (text && !figures) ignoreFailure(heartbell.check(this))
    return figures ?? {}
  }

  get #product(): Product {
    const product = productOf(this)
    return { ...product, price: this.#read('prices')[`${product.variantId}`] ?? product.price }
  }

  /** Null is a variant whose stock is not tracked. */
  get #isSoldOut(): boolean {
    const stock = this.#read('stocks')[this.#at('variant')!] ?? this.#at('stock')
    return stock !== null && stock !== '' && Number(stock) <= 0
  }

  /** Something that a developer should read about in the console. */
  get #isOdd(): boolean {
    const [topic, topics, stock] = ['topic', 'topics', 'stock'].map((name) => this.#at(name))
    if (!standardTopics.test(`${topic ?? ''} ${topics ?? ''}`)) return true
    const isAboutStock = topic == null && /backinstock/.test(topics ?? 'backinstock')
    return isAboutStock && !this.#has('stocks') && (stock == null || Number.isNaN(Number(stock)))
  }

  /** Another price or stock may send a message. */
  #watchShelf({ variantId: of, price }: Product): void {
    const last = this.#last
    const now = { of, price, stock: this.#at('stock'), stocks: this.#at('stocks') }
    this.#last = now
    const isSame = last?.of === of && last.price === price && last.stock === now.stock
    if (last && (last.stocks !== now.stocks || (last.of === of && !isSame))) lookSoon()
  }

  show(): void {
    const [topic, topics] = [this.#at('topic'), this.#at('topics')]
    const offers = offersOf({ topic, topics, any: this.#has('any'), isSoldOut: this.#isSoldOut })
    const product = this.#product
    const found = offers.map((offer) => ({ offer, alert: findAlert(heartbell, product, offer) }))
    this.hidden = !offers[0] || !product.variantId
    if ((offers[0] && this.hidden) || this.#isOdd) ignoreFailure(heartbell.check(this))
    // one that was changed to another variant of the product elsewhere, too
    const isOfProduct = cachedAlerts(heartbell).some(
      (alert) => isOpen(alert) && plainId(alert.productId) === plainId(product.productId),
    )
    this.#isOn = found.some(({ alert }) => isOpen(alert))
    isOfProduct || this.#isOn ? promising.add(this) : promising.delete(this)
    this.#watchShelf(product)
    if (this.hidden) return
    watchAlerts()
    const noted = found.filter((one): one is Noted => hasNote(one.alert))
    if (noted[0] && !this.#connectNotes()) return
    // any variant includes this one
    const isCovered = ({ topic }: Offer) =>
      found.some((one) => one.offer.any && one.offer.topic === topic && isOpen(one.alert))
    const rest = found
      .filter(
        (one) => !isOpen(one.alert) && !isCovered(one.offer) && !(one.offer.any && isAnyThere(this.#read('stocks'))),
      )
      .map(({ offer }) => offer)
    if (this.#has('open') && !noted[0] && !this.#open) ignoreFailure(this.#openForm(rest))
    const { variantId, price } = product
    const state = JSON.stringify([variantId, price, found, this.#open, this.#notes?.state(), t('notify', '')])
    if (this.#shown === state) return
    this.#shown = state
    this.#render(noted, rest, product)
  }

  /** Keeps what is typed in, and the focus. */
  #render(noted: Noted[], rest: Offer[], product: Product): void {
    const form = this.#root.querySelector('form')
    const draft = Object.fromEntries(new FormData(form ?? undefined)) as Record<string, string>
    const focused = this.#root.activeElement?.id
    const notes = this.#notes?.draw(noted, product) ?? []
    const isAsking = !!rest[0] && !(notes[0] && this.#has('compact'))
    this.#root.replaceChildren(
      h('div', { class: 'notes' }, ...notes, isAsking && this.#ask(rest, product.price, draft)),
    )
    if (focused) this.#root.getElementById(focused)?.focus()
  }

  /** The button, or the form when it is open. */
  #ask(rest: Offer[], price: number | undefined, draft: Record<string, string>): Node {
    const isFirst = !this.#isOn
    const offers = this.#open?.[0] ? this.#open : rest
    const date = this.#at('date')
    if (date && !dayOf(date)) ignoreFailure(heartbell.check(this))
    const title = titleOf(offers[0]!, date)
    if (offers === rest) {
      const kind = isFirst && rest[0]!.topic !== priceDrop ? 'main whole' : 'whole'
      const text = isFirst ? title : t('anotherAlert', 'Another alert')
      const soon = () => ignoreFailure(loadAlertForm())
      return button(text, () => this.#openForm(rest), { class: kind, part: 'button', onpointerenter: soon })
    }
    const account = heartbell.identity.account()
    return alertForm()!.draw({
      ...{
        title,
        offers,
        price,
        draft,
        news: this.#at('marketing'),
        phones: ['sms', 'whatsapp'].filter((one) => this.#has(one)),
      },
      clauses: offers.map((offer) => clauseOf(offer, this.#has('any'))),
      known: account?.includes('@') ? account : '',
      send: (answer) => this.#send(answer),
      close: this.#has('open') ? undefined : () => this.#close(),
    })
  }

  async #openForm(offers: Offer[]): Promise<void> {
    if (!this.#has('open') && this.clientWidth < NARROW) return await this.#openDialog()
    this.#open = []
    try {
      const form = await loadAlertForm()
      form.addStyle(this.#root)
      this.#open = await form.keepSent(offers)
    } catch {
      // the next press tries again
      this.#open = undefined
      return sayOffline()
    }
    if (!this.#open[0]) {
      this.#open = undefined
      return console.warn('Heartbell: the store does not send these alerts.', this)
    }
    this.#openedAt = Date.now()
    this.#notes?.forget()
    // what the form leads to
    ignoreFailure(loadAlertNotes())
    this.show()
    this.#root.getElementById('address')?.focus()
  }

  /** In a row or a card there is no place for a form. */
  async #openDialog(): Promise<void> {
    await loadWidget('picker')
    const [topic, topics] = [this.#at('topic') ?? undefined, this.#at('topics') ?? undefined]
    const options = {
      topic,
      topics,
      any: this.#has('any') && !isAnyThere(this.#read('stocks')),
      sms: this.#has('sms'),
      whatsapp: this.#has('whatsapp'),
      from: this.#root.querySelector('button')!,
    }
    await heartbell.openNotify!(this.#product, options)
  }

  #close(): void {
    this.#open = undefined
    this.show()
    this.#root.querySelector('button')?.focus()
  }

  async #send({ offer, ...answer }: FormAnswer): Promise<Refused | undefined> {
    const product = this.#product
    const request: AlertRequest = { ...answer, ...offer, product, locale: language() }
    await new Promise((ready) => setTimeout(ready, this.#openedAt + FASTEST - Date.now()))
    const refused = await this.#request(request, 1)
    if (refused !== undefined) return refused
    this.#open = undefined
    await this.#lookAgain()
    const { medium, targetPrice } = answer
    announce(this, 'subscribed', { product, ...offer, medium, targetPrice })
  }

  async #request(request: AlertRequest, times: number): Promise<Refused | undefined> {
    try {
      // without it, nothing could be said about the alert
      await loadAlertNotes()
      const refused = await (await loadAlertForm()).sendRequest(request)
      if (refused !== undefined) return refused
    } catch {
      return { text: tryAgain() }
    }
    this.#asked = { request, at: Date.now(), times }
  }

  /** The status and the place in line; without an answer the note only says thanks. */
  async #lookAgain(): Promise<void> {
    await refreshAlerts(heartbell).catch(() => {})
    this.show()
    this.#root.querySelector('p')?.focus()
  }

  /** False until the file is there; the element is shown again then. */
  #connectNotes(): boolean {
    this.#notes ??= alertNotes()?.connect({
      ...{ element: this, root: this.#root },
      asked: () => this.#asked,
      request: (asked, times) => this.#request(asked, times),
      openForm: (offers) => this.#openForm(offers),
      lookAgain: () => this.#lookAgain(),
      show: () => this.show(),
    })
    if (!this.#notes) ignoreFailure(loadAlertNotes().then(() => this.isConnected && this.show()))
    return !!this.#notes
  }
}

export function install(): void {
  define('notify', Notify)
}
