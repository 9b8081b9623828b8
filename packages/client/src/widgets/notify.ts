/** `<heartbell-notify>`: asks to be told when what is sold out is back, or when something new comes. */
import { fetchAlerts, isSubscribed, leaveAlert, subscribe } from '../client/alerts.ts'
import type { Problem } from '../client/wire.ts'
import { css, h, wear } from './element.ts'
import { productOf } from './heart.ts'
import { heartbell, Widget } from './kit.ts'
import { look } from './look.ts'
import { pageLanguage, say } from './texts.ts'

const style = css`
  :host { min-block-size: 48px }
  button, input { min-height: 48px }
  .main { inline-size: 100% }
  form { display: grid; gap: 12px }
  p, fieldset { margin: 0; padding: 0; border: 0 }
  .row { display: flex; gap: 8px; flex-wrap: wrap }
  .row > input { flex: 1 1 12em }
  .row .main { inline-size: auto; flex: 0 1 auto }
  label { display: flex; gap: 10px; align-items: center; min-height: 44px }
  .top { display: block; min-height: 0; font-weight: 600 }
  [type='checkbox'], [type='radio'] { min-height: 0; inline-size: 20px; block-size: 20px; flex: none; accent-color: var(--accent) }
  .trap { position: absolute; inset-inline-start: -9999px }
  [role='alert'] { color: light-dark(#b3261e, #ffb4ab) }
  [role='alert']:empty { display: none }
`

/** Nobody types an address faster; programs do. */
const FASTEST = 800

class Notify extends Widget {
  static observedAttributes = ['variant', 'stock', 'stocks', 'topic']
  #root!: ShadowRoot
  #openedAt = 0
  #place: number | null = null
  #shown = ''

  draw(): void {
    this.#root = wear(this, [look, style])
    // themes tell of another variant in their own ways; each ends in a change of the field named id
    addEventListener('change', this.#follow, true)
    addEventListener('popstate', this.#follow)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('change', this.#follow, true)
    removeEventListener('popstate', this.#follow)
  }

  #follow = () =>
    setTimeout(() => {
      const field = (this.closest('form') ?? document).querySelector<HTMLInputElement>(
        '[name=id]:not([type=radio]), [name=id]:checked',
      )
      const variant = field?.value || new URLSearchParams(location.search).get('variant')
      if (variant && variant !== this.getAttribute('variant') && this.#stocks[variant] !== undefined)
        this.setAttribute('variant', variant)
    })

  /** How much there is of each variant, where the page tells it; null is not counted. */
  get #stocks(): Record<string, number | null> {
    return JSON.parse(this.getAttribute('stocks') || '{}')
  }

  get #topic(): string {
    return this.getAttribute('topic') || 'backinstock'
  }

  /** Sold out and counted; a topic of its own (coming soon) does not depend on stock. */
  get #isWanted(): boolean {
    if (this.hasAttribute('topic')) return true
    const stock = this.#stocks[this.getAttribute('variant')!] ?? this.getAttribute('stock')
    return stock !== null && stock !== '' && Number(stock) <= 0
  }

  show(): void {
    this.hidden = !this.#isWanted
    const { variantId } = productOf(this)
    const asked = isSubscribed(heartbell, variantId, this.#topic)
    const state = `${variantId} ${asked} ${this.#place} ${say('notify', '')}`
    if (this.#shown === state) return
    if (!this.#shown.startsWith(`${variantId} `)) this.#place = null
    this.#shown = state
    if (asked) this.#thank(variantId)
    else
      this.#root.replaceChildren(
        h('button', { type: 'button', class: 'main', part: 'button', onclick: () => this.#open() }, this.#title()),
      )
  }

  #title(): string {
    const date = this.getAttribute('date')
    if (!this.hasAttribute('topic')) return say('notify', 'Notify me when it is back')
    const day = date && new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'long' }).format(new Date(date))
    return day ? say('coming', 'Coming {0}: notify me', day) : say('comingSoon', 'Coming soon: notify me')
  }

  #thank(variantId: string | number): void {
    const leave = async () => {
      await leaveAlert(heartbell, variantId, this.#topic).catch(() => {})
      this.#root.querySelector('button')?.focus()
    }
    const line = this.#place ? ` ${say('place', 'Your place in line: {0}.', this.#place)}` : ''
    this.#root.replaceChildren(
      h('p', { role: 'status', part: 'thanks', tabindex: -1 }, say('thanks', 'Thank you. We will tell you.') + line),
      h('button', { type: 'button', class: 'bare', onclick: leave }, say('leave', 'Never mind')),
    )
    if (this.#place === null)
      fetchAlerts(heartbell).then(
        (alerts) => {
          const mine = alerts.find((alert) => `${alert.variantId}` === `${variantId}` && alert.topic === this.#topic)
          this.#place = mine?.position ?? 0
          if (this.#place) this.show()
        },
        () => {},
      )
  }

  #open(): void {
    this.#openedAt = Date.now()
    const bySms = this.hasAttribute('sms')
    const kinds = ['email', 'sms'].map((value, place) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: 'medium', value, checked: !place, onchange: () => turn(value) }),
        place ? say('sms', 'Text message') : say('email', 'E-mail'),
      ),
    )
    const field = h('input', {
      name: 'address',
      id: 'address',
      required: true,
      part: 'input',
      'aria-describedby': 'wrong',
    })
    const label = h('label', { class: 'top', for: 'address' })
    const turn = (medium: string) => {
      const isSms = medium === 'sms'
      field.type = isSms ? 'tel' : 'email'
      field.autocomplete = isSms ? 'tel' : 'email'
      label.textContent = isSms ? say('phone', 'Mobile number') : say('address', 'E-mail address')
    }
    turn('email')
    const form = h(
      'form',
      { part: 'form', novalidate: true, onsubmit: (event: Event) => this.#send(event) },
      bySms && h('fieldset', { class: 'row', 'aria-label': say('how', 'How?') }, ...kinds),
      label,
      h('div', { class: 'row' }, field, h('button', { class: 'main', part: 'button' }, say('tellMe', 'Tell me'))),
      h('input', { class: 'trap', name: 'website', tabindex: -1, autocomplete: 'off', 'aria-hidden': 'true' }),
      h('p', { role: 'alert', id: 'wrong' }),
      this.hasAttribute('marketing') &&
        h(
          'label',
          {},
          h('input', { type: 'checkbox', name: 'news' }),
          this.getAttribute('marketing') || say('news', 'Also send me news and offers'),
        ),
    )
    this.#root.replaceChildren(form)
    field.focus()
  }

  async #send(event: Event): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const { address, medium, website, news } = Object.fromEntries(new FormData(form)) as Record<string, string>
    const wrong = form.querySelector('[role=alert]')!
    const field = form.querySelector<HTMLInputElement>('#address')!
    const complain = (text: string) => {
      wrong.textContent = text
      field.setAttribute('aria-invalid', 'true')
      field.focus()
    }
    if (!address || !field.checkValidity()) return complain(say('wrong', 'Please check this address.'))
    // a program filled it in: it is thanked like anybody else
    if (website || Date.now() - this.#openedAt < FASTEST) return this.#thank('')
    const button = form.querySelector('button')!
    button.disabled = true
    try {
      const asked = { address, medium, topic: this.#topic, mailingList: !!news, product: productOf(this) }
      await subscribe(heartbell, asked)
      this.#root.querySelector('p')?.focus()
    } catch (problem) {
      const isOurs = (problem as Problem).status === 400
      complain(
        isOurs ? say('wrong', 'Please check this address.') : say('later', 'That did not work. Please try again.'),
      )
      button.disabled = false
    }
  }
}

export function install(): void {
  if (!customElements.get('heartbell-notify')) customElements.define('heartbell-notify', Notify)
}
