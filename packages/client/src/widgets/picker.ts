/** Asks which variant of a product is meant, because a guess would save the wrong product. */
import { itemNames } from '../client/names.ts'
import type { Id } from '../client/records.ts'
import { productOf } from './heart.ts'
import { heartbell } from './kit.ts'
import { openNotify } from './notify-dialog.ts'
import { button } from './shared/button.ts'
import { type About, openDialog } from './shared/dialog.ts'
import { h } from './shared/element.ts'
import { money } from './shared/row.ts'
import { t } from './shared/texts.ts'

export type Variant = {
  title: string
  price?: number | string | null | undefined
  image?: string | null | undefined
  available?: boolean | null | undefined
}

/** `action`: the text of the button that confirms, if it does not save. */
export type Choice = About & { action?: string; variants: (Variant & { [itemNames.variantId]: Id })[] }

/** The id of the chosen variant; undefined if the shopper closed the dialog. A sold-out variant can be chosen. */
export async function pickVariant({ variants, action, ...about }: Choice): Promise<Id | undefined> {
  let chosen: Id | undefined
  const row = (variant: Choice['variants'][number]) => {
    const { title, price, image, available } = variant
    const choose = () => {
      picked = variant
      save.disabled = false
      if (image) {
        picture.src = image
        picture.hidden = false
      }
    }
    return h(
      'label',
      {},
      h('input', { type: 'radio', name: 'variant', onchange: choose }),
      h('span', {}, title),
      available === false && h('i', { class: 'soft' }, t('soldOut', 'Sold out')),
      price != null && h('b', {}, typeof price === 'number' ? money(price) : price),
    )
  }
  let picked: Choice['variants'][number] | undefined
  const confirm = () => {
    chosen = picked?.[itemNames.variantId]
    dialog.close()
  }
  const save = h(
    'button',
    { class: 'main', type: 'submit', disabled: true, onclick: confirm },
    action ?? t('keep', 'Save'),
  )
  const list = h('fieldset', { 'aria-labelledby': 'question' }, ...variants.map(row))
  const cancel = button(t('cancel', 'Cancel'), () => dialog.close(), { class: 'bare' })
  const { dialog, picture, closed } = openDialog(about, t('variant', 'Choose a variant'), list, [cancel, save])
  await closed
  return chosen
}

/** A heart without `variant` asks, if it knows the product's variants. */
async function saveChosen(heart: HTMLElement): Promise<void> {
  const product = productOf(heart)
  const variants: (Variant & { id: Id })[] = JSON.parse(heart.getAttribute('variants') || '[]')
  if (!variants[0]) return console.error('Nothing is saved: this heart has neither a variant nor variants.', heart)
  const about = { title: product.title ?? document.title, image: product.imageUrl }
  const from = heart.shadowRoot!.querySelector('button')!
  const id = variants[1]
    ? await pickVariant({
        ...about,
        from,
        variants: variants.map(({ id, ...rest }) => ({ ...rest, [itemNames.variantId]: id })),
      })
    : variants[0].id
  const variant = variants.find((one) => one.id === id)
  if (!variant) return
  const { title, image, price } = variant
  const imageUrl = image ? new URL(image, location.href).href : product.imageUrl
  await heartbell.add({
    ...product,
    variantId: id!,
    variant: title,
    imageUrl,
    price: price == null ? product.price : Number(price),
  })
}

export function install(): void {
  Object.assign(heartbell, { pickVariant, openNotify, saveChosen })
}
