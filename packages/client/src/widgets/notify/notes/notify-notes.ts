/** The file of the notes: what an element says about alerts, and what can be done with them. */

import { maskAddress } from '../../../client/mask-address.ts'
import type { Product } from '../../../client/records.ts'
import { finishOldStops, stopAlert } from '../../../client/stop-alert.ts'
import { ignoreFailure } from '../../../client/sync/ignore-failure.ts'
import { announce, heartbell } from '../../kit.ts'
import { button, tryAgain } from '../../shared/button.ts'
import { sayOffline } from '../../shared/say-offline.ts'
import { t } from '../../shared/texts.ts'
import { showToast } from '../../shared/toast.ts'
import type { ElementNotes, Noted, NoteHost } from '../alert-notes.ts'
import { isOpen, type Offer } from '../offers.ts'
import { addNoteStyle } from './note-style.ts'
import { conditionOf, drawNote, drawStopped, shortTextOf, textOf } from './notes.ts'

/** Milliseconds until a confirmation may be asked for again, and how often. */
const AGAIN = 30_000
const MOST = 3

const bare = { class: 'bare' }

/** `of`: the variant that was shown. */
type StoppedLine = { offer: string; of: unknown; text: string; name: string; undo: (() => void) | undefined }

/** An open dialog hides what is outside it; the row of a list may be in one, some shadow roots below it. */
function dialogOf(element: Element | undefined): Element | undefined {
  if (!element) return
  return element.closest('dialog') ?? dialogOf((element.getRootNode() as ShadowRoot).host)
}

class Notes implements ElementNotes {
  #host: NoteHost
  /** What happened to an alert, below its note. */
  #news: { offer: string; text: string } | undefined
  #stopped: StoppedLine[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(host: NoteHost) {
    this.#host = host
    addNoteStyle(host.root)
  }

  state(): unknown {
    return [this.#news, this.#mayAsk, this.#stopped.map(({ text, undo }) => [text, !!undo])]
  }

  forget(): void {
    this.#news = undefined
    this.#stopped = this.#stopped.filter(({ undo }) => undo)
  }

  draw(noted: Noted[], product: Product): HTMLElement[] {
    const { at = 0 } = this.#host.asked() ?? {}
    clearTimeout(this.#timer)
    const wait = at + AGAIN - Date.now()
    if (wait > 0) this.#timer = setTimeout(() => this.#host.element.isConnected && this.#host.show(), wait)
    const lines = this.#stopped.filter(({ of }) => of === product.variantId)
    return [
      ...lines.map(({ text, name, undo }) => drawStopped(text, !!undo && this.#undoButton(name, undo))),
      ...noted.map((one) => this.#note(one, product)),
    ]
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
    const condition = conditionOf(alert, offer, this.#has('any'))
    const leave = (text: string, name: string) =>
      isOpen(alert) &&
      button(text, () => this.#leave({ offer, alert }, product, condition), { ...bare, 'aria-label': name })
    if (this.#has('compact'))
      return drawNote(shortTextOf(alert, offer), alert, news, [
        leave(t('stopAlert', 'Stop'), [stop, product.title].filter(Boolean).join(': ')),
      ])
    return drawNote(textOf(alert, offer, this.#has('any'), !!this.#host.asked()), alert, news, [
      mayResend && button(t('resend', 'Send again'), () => this.#again(offer), bare),
      // of two alerts each has a name
      leave(stop, [stop, condition].filter(Boolean).join(': ')),
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
    this.#tell(offer, refused?.text ?? t('resent', 'Asked for again. Please look in the spam folder, too.'))
    await lookAgain()
  }

  #undoButton(name: string, undo: () => void): HTMLElement {
    const text = t('undo', 'Undo')
    return button(text, undo, { class: 'bare undo', 'aria-label': [text, name].filter(Boolean).join(': ') })
  }

  /** Alerts for an address that somebody typed in end only for that browser: nobody learns or ends what others asked for. */
  #stoppedText({ alert }: Noted): string {
    const isOwn = !!alert.to && alert.to === maskAddress(heartbell.identity.account() ?? '')
    const here = t('stoppedHere', 'If you asked on another device, too, stop it there or by the link in our messages.')
    return [t('alertEnded', 'Alert stopped.'), !isOwn && here].filter(Boolean).join(' ')
  }

  /** The focus goes to what was done, and never to another alert's button. */
  #leave(noted: Noted, product: Product, name: string): void {
    if (!navigator.onLine) {
      sayOffline()
      return
    }
    const { element, root, show } = this.#host
    const { offer, alert } = noted
    const text = this.#stoppedText(noted)
    const isCompact = this.#has('compact')
    const held = isCompact ? 'heartbell-toast:is(:hover, :focus-within)' : '.undo:is(:hover, :focus)'
    const where = dialogOf(element)
    const isHeld = () => !!(isCompact ? (where ?? document) : root).querySelector(held)
    const line: StoppedLine = { offer: JSON.stringify(offer), of: product.variantId, text, name, undo: undefined }
    // a row of a list gets another button instead of this element, so that a message at the end of the page says it
    if (!isCompact) this.#stopped = [...this.#stopped.filter((one) => one.offer !== line.offer), line]
    this.#news = undefined
    const { undo, ended } = stopAlert(heartbell, alert, isHeld)
    const takeBack = () => {
      this.#stopped = this.#stopped.filter((one) => one !== line)
      undo()
      show()
      root.querySelector('p')?.focus()
    }
    if (isCompact) showToast(text, t('undo', 'Undo'), takeBack, where)
    line.undo = takeBack
    show()
    root.querySelector<HTMLElement>('.ended p')?.focus()
    ended
      .then((isEnded) => {
        if (isEnded) announce(element.isConnected ? element : null, 'unsubscribed', { product, ...offer })
      })
      .catch(() => {
        this.#stopped = this.#stopped.filter((one) => one !== line)
        this.#tell(offer, tryAgain())
      })
      .finally(() => {
        line.undo = undefined
        if (element.isConnected) show()
      })
  }
}

export function install(): void {
  heartbell.alertNotes = { connect: (host: NoteHost) => new Notes(host) }
  ignoreFailure(finishOldStops(heartbell))
}
