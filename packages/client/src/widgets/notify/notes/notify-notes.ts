/** The file of the notes: what an element says about alerts, and what can be done with them. */

import { leaveAlert } from '../../../client/alerts.ts'
import type { Product } from '../../../client/records.ts'
import { announce, heartbell } from '../../kit.ts'
import { button, tryAgain } from '../../shared/button.ts'
import { t } from '../../shared/texts.ts'
import type { ElementNotes, Noted, NoteHost } from '../alert-notes.ts'
import { isOpen, type Offer } from '../offers.ts'
import { addNoteStyle } from './note-style.ts'
import { drawNote, shortTextOf, textOf } from './notes.ts'

/** Milliseconds until a confirmation may be asked for again, and how often. */
const AGAIN = 30_000
const MOST = 3

const bare = { class: 'bare' }

class Notes implements ElementNotes {
  #host: NoteHost
  /** What happened to an alert, below its note. */
  #news: { offer: string; text: string } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: NoteHost) {
    this.#host = host
    addNoteStyle(host.root)
  }

  state(): unknown {
    return [this.#news, this.#mayAsk]
  }

  forget(): void {
    this.#news = undefined
  }

  draw(noted: Noted[], product: Product): HTMLElement[] {
    const { at = 0 } = this.#host.asked() ?? {}
    clearTimeout(this.#timer)
    const wait = at + AGAIN - Date.now()
    if (wait > 0) this.#timer = setTimeout(() => this.#host.element.isConnected && this.#host.show(), wait)
    return noted.map((one) => this.#note(one, product))
  }

  #has(name: string): boolean {
    return this.#host.element.hasAttribute(name)
  }

  /** A while after the request, and not for ever. Without the address the form asks for it. */
  get #mayAsk(): boolean {
    const { at, times } = this.#host.asked() ?? { at: 0, times: 0 }
    return times < MOST && Date.now() - at >= AGAIN
  }

  #note({ offer, alert }: Noted, product: Product): HTMLElement {
    const news = this.#news?.offer === JSON.stringify(offer) ? this.#news.text : ''
    const mayResend = alert.status === 'unconfirmed' && this.#mayAsk
    const stop = t('leave', 'Stop this alert')
    const leave = (text: string, more: object) =>
      isOpen(alert) && button(text, () => this.#leave(offer, product), { ...bare, ...more })
    if (this.#has('compact'))
      return drawNote(shortTextOf(alert, offer), alert, news, [
        leave(t('stopAlert', 'Stop'), { 'aria-label': [stop, product.title].filter(Boolean).join(': ') }),
      ])
    return drawNote(textOf(alert, offer, this.#has('any'), !!this.#host.asked()), alert, news, [
      mayResend && button(t('resend', 'Send again'), () => this.#again(offer), bare),
      leave(stop, {}),
    ])
  }

  #tell(offer: Offer, text: string): void {
    this.#news = { offer: JSON.stringify(offer), text }
  }

  async #again(offer: Offer): Promise<void> {
    const { asked, request, openForm, lookAgain } = this.#host
    const before = asked()
    if (!before) return await openForm([offer])
    const refused = await request(before.request, before.times + 1)
    this.#tell(offer, refused ?? t('resent', 'Asked for again. Please look in the spam folder, too.'))
    await lookAgain()
  }

  async #leave(offer: Offer, product: Product): Promise<void> {
    const { element, root, show } = this.#host
    try {
      await leaveAlert(heartbell, product, offer)
    } catch {
      this.#tell(offer, tryAgain())
      return show()
    }
    this.#news = undefined
    show()
    root.querySelector('button')?.focus()
    // the row of a list has another button by now, and not this element
    announce(element.isConnected ? element : null, 'unsubscribed', { product, ...offer })
  }
}

export function install(): void {
  heartbell.alertNotes = { connect: (host: NoteHost) => new Notes(host) }
}
