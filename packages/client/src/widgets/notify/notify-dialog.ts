/** The form of `<heartbell-notify>` in a dialog, for buttons that have no place for a form. */
import { isSame, type Product } from '../../client/records.ts'
import { heartbell, loadWidget } from '../kit.ts'
import { button } from '../shared/button.ts'
import { openDialog } from '../shared/dialog.ts'
import { h } from '../shared/element.ts'
import { t } from '../shared/texts.ts'

/** `from`: the button that asked. */
export type NotifyOptions = {
  topic?: string | undefined
  topics?: string | undefined
  any?: boolean
  sms?: boolean
  whatsapp?: boolean
  from?: HTMLElement
}

/** True as soon as the subscription is stored; false if the shopper closes the dialog without one. */
export async function openNotify(product: Product, options: NotifyOptions = {}): Promise<boolean> {
  await loadWidget('notify')
  const { topic, topics, any, from } = options
  const { variantId, productId, url, imageUrl, variant, price } = product
  // the page's title also names the shop
  const title = product.title || document.querySelector('h1')?.textContent?.trim() || document.title
  // a page can't know which messages the store sends, so its script tag says it
  const sends = (medium: 'sms' | 'whatsapp') => options[medium] || heartbell.settings[medium] != null
  const attributes = {
    ...{ variant: variantId, product: productId, url, name: title, price, topic, topics, any },
    ...{ sms: sends('sms'), whatsapp: sends('whatsapp') },
    ...{ stock: 0, marketing: true, open: true },
  }
  const place = h('div')
  const close = button(t('close', 'Close'), () => dialog.close(), { class: 'bare' })
  const question = topic ? t('comingSoon', 'Coming soon: notify me') : t('notify', 'Notify me when it is back')
  const about = { title: variant ? `${title} · ${variant}` : title, image: imageUrl, from }
  const { dialog, closed } = openDialog(about, question, place, [close])
  const stored = new Promise<boolean>((done) => {
    const end = heartbell.on('alert', (about) => {
      if (!isSame(about.product, product)) return
      end()
      done(true)
    })
    closed.then(() => {
      end()
      done(false)
    })
  })
  // after the dialog is open: the form focuses its field
  place.append(h('heartbell-notify' as 'div', attributes))
  return stored
}
