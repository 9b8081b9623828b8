/** `<heartbell-notify>`: subscribes to a sold-out or coming product. */
import { fetchAlerts, isSubscribed, leaveAlert, subscribe } from '../../client/alerts.ts'
import { isSame } from '../../client/records.ts'
import type { Problem } from '../../client/sync/call-api.ts'
import { productOf } from '../heart.ts'
import { heartbell, Widget } from '../kit.ts'
import { baseStyle } from '../shared/base-style.ts'
import { button, tryAgain } from '../shared/button.ts'
import { chosenVariant, onChoice } from '../shared/chosen-variant.ts'
import { createShadow, css, define, h } from '../shared/element.ts'
import { pageLanguage, t } from '../shared/texts.ts'

const style = css`
  :host, button, input { min-height: 48px }
  .main { width: 100% }
  form { display: grid; gap: 12px }
  p, fieldset { margin: 0; padding: 0; border: 0 }
  .row { display: flex; gap: 8px; flex-wrap: wrap }
  .row > input { flex: 1 1 12em }
  .row .main { width: auto }
  label { display: flex; gap: 10px; align-items: center; min-height: 44px }
  .top { min-height: 0; font-weight: 600 }
  label input { margin: 0; min-height: 0; width: 20px; height: 20px; flex: none; accent-color: var(--accent) }
  .trap { position: absolute; inset-inline-start: -9999px }
  [role='alert'] { color: light-dark(#b3261e, #ffb4ab) }
  [role='alert']:empty { display: none }
`

/**
 * Milliseconds from the opened form to the call. A person whose browser fills the address in can be faster, so an early form
 * waits; a program waits each time.
 */
const FASTEST = 800

class Notify extends Widget {
  static observedAttributes = ['variant', 'stock', 'stocks', 'topic']
  #root!: ShadowRoot
  #place: number | null = null
  #shown = ''
  #end: (() => void) | undefined

  draw(): void {
    this.#root = createShadow(this, [baseStyle, style])
    this.#end = onChoice(this.#follow)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#end?.()
  }

  #follow = () => {
    const variant = chosenVariant(this, Object.keys(this.#stocks))
    if (variant && variant !== this.#at('variant')) this.setAttribute('variant', variant)
  }

  #at(name: string): string | null {
    return this.getAttribute(name)
  }

  /** The stock of each variant, if the page provides it; null means not tracked. */
  get #stocks(): Record<string, number | null> {
    return JSON.parse(this.#at('stocks') || '{}')
  }

  get #topic(): string {
    return this.#at('topic') || 'backinstock'
  }

  /** Tracked and sold out; another topic (coming soon) does not depend on stock. */
  get #isWanted(): boolean {
    if (this.#at('topic') !== null) return true
    const stock = this.#stocks[this.#at('variant')!] ?? this.#at('stock')
    return stock !== null && stock !== '' && Number(stock) <= 0
  }

  show(): void {
    this.hidden = !this.#isWanted
    const { variantId } = productOf(this)
    const asked = isSubscribed(heartbell, variantId, this.#topic)
    const state = `${variantId} ${asked} ${this.#place} ${t('notify', '')}`
    if (this.#shown === state) return
    if (!this.#shown.startsWith(`${variantId} `)) this.#place = null
    this.#shown = state
    if (asked) this.#thank(variantId)
    else if (this.#at('open') !== null) this.#open()
    else this.#root.replaceChildren(button(this.#title(), () => this.#open(), { class: 'main', part: 'button' }))
  }

  #title(): string {
    const date = this.#at('date')
    if (this.#at('topic') === null) return t('notify', 'Notify me when it is back')
    const day = date && new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'long' }).format(new Date(date))
    return day ? t('coming', 'Coming {0}: notify me', day) : t('comingSoon', 'Coming soon: notify me')
  }

  #thank(variantId: string | number): void {
    const leave = async () => {
      await leaveAlert(heartbell, variantId, this.#topic).catch(() => {})
      this.#root.querySelector('button')?.focus()
    }
    const line = this.#place ? ` ${t('place', 'Your place in line: {0}.', this.#place)}` : ''
    this.#root.replaceChildren(
      h('p', { role: 'status', part: 'thanks', tabindex: -1 }, t('thanks', 'Thank you. We will notify you.') + line),
      button(t('leave', 'Never mind'), leave, { class: 'bare' }),
    )
    if (this.#place === null)
      fetchAlerts(heartbell).then(
        (alerts) => {
          const mine = alerts.find((alert) => isSame(alert, { variantId }) && alert.topic === this.#topic)
          this.#place = mine?.position ?? 0
          if (this.#place) this.show()
        },
        () => {},
      )
  }

  #open(): void {
    const openedAt = Date.now()
    const field = h('input', {
      name: 'address',
      id: 'address',
      required: true,
      part: 'input',
      'aria-describedby': 'wrong',
    })
    const label = h('label', { class: 'top', for: 'address' })
    const wrong = h('p', { role: 'alert', id: 'wrong' })
    const go = h('button', { class: 'main', part: 'button' }, t('tellMe', 'Notify me'))
    const turn = (isSms: boolean) => {
      field.type = field.autocomplete = isSms ? 'tel' : 'email'
      label.textContent = isSms ? t('phone', 'Mobile number') : t('address', 'E-mail address')
    }
    const kind = (value: string, text: string, isSms: boolean) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: 'medium', value, checked: !isSms, onchange: () => turn(isSms) }),
        text,
      )
    const complain = (text: string) => {
      wrong.textContent = text
      field.ariaInvalid = 'true'
      field.focus()
    }
    const send = async (event: Event) => {
      event.preventDefault()
      const given = Object.fromEntries(new FormData(event.target as HTMLFormElement)) as Record<string, string>
      const { address, medium, website, news } = given
      const mistaken = () => complain(t('wrong', 'Please check this address.'))
      if (!address || !field.checkValidity()) return mistaken()
      // filled in by a program: show the usual thanks, send nothing
      if (website) return this.#thank('')
      go.disabled = true
      try {
        const asked = { address, medium, topic: this.#topic, mailingList: !!news, product: productOf(this) }
        await new Promise((ready) => setTimeout(ready, openedAt + FASTEST - Date.now()))
        await subscribe(heartbell, asked)
        this.#root.querySelector('p')?.focus()
      } catch (problem) {
        ;(problem as Problem).status === 400 ? mistaken() : complain(tryAgain())
        go.disabled = false
      }
    }
    turn(false)
    const news = this.#at('marketing')
    const form = h(
      'form',
      { part: 'form', novalidate: true, onsubmit: send },
      this.#at('sms') !== null &&
        h(
          'fieldset',
          { class: 'row', 'aria-label': t('how', 'How?') },
          kind('email', t('email', 'E-mail'), false),
          kind('sms', t('sms', 'Text message'), true),
        ),
      label,
      h('div', { class: 'row' }, field, go),
      h('input', { class: 'trap', name: 'website', tabindex: -1, autocomplete: 'off', 'aria-hidden': 'true' }),
      wrong,
      news !== null &&
        h(
          'label',
          {},
          h('input', { type: 'checkbox', name: 'news' }),
          news || t('news', 'Also send me news and offers'),
        ),
    )
    this.#root.replaceChildren(form)
    field.focus()
  }
}

export function install(): void {
  define('heartbell-notify', Notify)
}
