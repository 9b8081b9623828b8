/** The share panel: who can see a list, its link, and ways to send it. */
import { shareList, unshareList } from '../../client/manage-lists.ts'
import { callNames, listNames } from '../../client/names.ts'
import type { List } from '../../client/records.ts'
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { announce, heartbell, load } from '../kit.ts'
import { openPanel } from '../lists/panel.ts'
import { problemText } from '../lists/problem-text.ts'
import { button, redraw } from '../shared/button.ts'
import { h, icon } from '../shared/element.ts'
import { t } from '../shared/texts.ts'
import { shareLink, signInLink } from './share-link.ts'
import type { ShareMore } from './share-more.ts'
import { icons, shareStyle } from './share-style.ts'

/** A page that opens the chat app with a text. */
const CHAT = 'https://wa.me/?text='

export class SharePanel {
  #list: List
  #from: HTMLElement | undefined
  #body = h('div', { class: 'body' })
  /** Announced, and shown where nothing else says it. */
  #said = h('p', { class: 'said', role: 'status' })
  #part: 'email' | 'qr' | '' = ''
  #wasStopped = false

  constructor(list: List, from: HTMLElement | undefined) {
    this.#list = list
    this.#from = from
    const close = h(
      'button',
      { type: 'button', class: 'bare', 'aria-label': t('close', 'Close'), onclick: () => dialog.close() },
      icon(icons.close),
    )
    const name = list.name || t('list', 'My wishlist')
    const head = h('div', {}, h('h2', { id: 'title' }, t('share', 'Share')), h('p', { class: 'soft' }, name))
    this.#show()
    const dialog = openPanel(h('div', { class: 'page' }, h('div', { class: 'head' }, head, close), this.#body), {
      style: shareStyle,
      from,
    })
  }

  #say(text: string): void {
    this.#said.textContent = text
  }

  #show(): void {
    const { isPublic } = this.#list
    const who = isPublic ? t('anyone', 'Anyone with the link can see it.') : t('onlyYou', 'Only you can see this list.')
    const more = heartbell.isSignedIn() && t('seenToo', 'A shared list shows notes, quantities and priorities, too.')
    const parts = !heartbell.isSignedIn() ? this.#guest() : isPublic ? this.#public() : this.#private()
    redraw(
      this.#body,
      h(
        'div',
        { class: 'who' },
        icon(isPublic ? icons.anyone : icons.onlyYou),
        h('p', {}, who, more && h('span', { class: 'soft' }, more)),
      ),
      this.#said,
      ...parts,
    )
  }

  /** Only accounts share: a guest's list belongs to a device, not to a known person. */
  #guest(): Node[] {
    const address = signInLink(this.#list)
    const text = h('p', {}, t('guest', 'Sign in to share this list. What you saved stays saved.'))
    return address
      ? [text, h('a', { class: 'main', href: address, autofocus: true }, t('toSignIn', 'Sign in'))]
      : [text]
  }

  #private(): Node[] {
    return [button(t('makeLink', 'Create a link'), () => this.#turn(true), { class: 'main', autofocus: true })]
  }

  async #turn(isPublic: boolean): Promise<void> {
    const { listId } = this.#list
    try {
      await (isPublic ? shareList : unshareList)(heartbell, listId)
      const shared = heartbell.seen().find((list) => list.listId === listId)
      this.#list = { ...(shared ?? this.#list), isPublic }
      this.#part = ''
      if (isPublic) announce(this.#from, 'shared', { list: this.#list, url: shareLink(this.#list) })
      // the address of a list is its id, which stays
      const again = this.#wasStopped ? t('sameLink', 'The same link works again.') : ''
      this.#say(isPublic ? again : t('stopped', 'The link no longer works. If you share again, it is the same link.'))
      this.#wasStopped = !isPublic
    } catch (problem) {
      this.#say(problemText(problem))
    }
    this.#show()
  }

  #public(): Node[] {
    const url = shareLink(this.#list)
    const field = h('input', { readonly: true, value: url, 'data-k': 'link', 'aria-label': t('link', 'Link') })
    field.onfocus = () => field.select()
    const copy = button(t('copy', 'Copy link'), () => this.#copy(field, copy), {
      class: 'main',
      'data-k': 'copy',
      autofocus: true,
    })
    return [
      h('div', { class: 'link' }, field, copy),
      this.#acts(url),
      ...this.#opened(url),
      // not beside the button that sends
      ...(this.#part === 'email'
        ? []
        : [button(t('stop', 'Stop sharing'), () => this.#turn(false), { class: 'bare stop' })]),
    ]
  }

  #opened(url: string): Node[] {
    const { emailForm, drawQr } = (heartbell.shareMore ?? {}) as ShareMore
    if (this.#part === 'email') return [emailForm(this.#list, () => this.#report('email'))]
    return this.#part ? [drawQr(url, t('qr', 'QR code'))] : []
  }

  async #copy(field: HTMLInputElement, copy: HTMLButtonElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(field.value)
    } catch {
      // a page without https has no clipboard; the field is selected for copying by hand
      field.focus()
      field.select()
      if (!document.execCommand('copy')) return this.#say(t('byHand', 'The link is selected. Please copy it.'))
    }
    copy.textContent = t('isCopied', 'Copied')
    this.#say(t('isCopied', 'Copied'))
    this.#report('link')
  }

  #acts(url: string): HTMLElement {
    const text = `${this.#list.name} ${url}`
    const act = (path: string, label: string, onclick: () => unknown, more: object = {}) => {
      const made = button(label, onclick, more)
      made.prepend(icon(path))
      return made
    }
    const open = (part: 'email' | 'qr') => ({ 'aria-expanded': `${this.#part === part}` })
    const chat = h(
      'a',
      {
        href: CHAT + encodeURIComponent(text),
        target: '_blank',
        rel: 'noopener noreferrer',
        onclick: () => this.#report('whatsapp'),
      },
      icon(icons.chat),
      'WhatsApp',
    )
    return h(
      'div',
      { class: 'acts' },
      !!navigator.share && act(icons.more, t('shareBy', 'Share…'), () => this.#native(url)),
      chat,
      act(icons.email, t('byEmail', 'E-mail'), () => this.#toggle('email'), open('email')),
      act(icons.qr, t('qr', 'QR code'), () => this.#toggle('qr'), open('qr')),
    )
  }

  async #toggle(part: 'email' | 'qr'): Promise<void> {
    try {
      await load('share-more')
    } catch (problem) {
      return this.#say(problemText(problem))
    }
    this.#part = this.#part === part ? '' : part
    this.#say('')
    this.#show()
    if (this.#part === 'email') this.#body.querySelector<HTMLElement>('#to')!.focus()
    if (this.#part === 'qr') this.#report('qr')
  }

  #native(url: string): void {
    // the shopper may close the system's dialog
    ignoreFailure(navigator.share({ title: this.#list.name, url }).then(() => this.#report('native')))
  }

  /** For the store's figures; a failure must not disturb. */
  #report(medium: string): void {
    const { listId } = this.#list
    announce(this.#from, 'shared', { list: this.#list, url: shareLink(this.#list), medium })
    ignoreFailure(heartbell.ask('lists/reportShare', { [listNames.listId]: listId, [callNames.medium]: medium }))
  }
}
