/** Asks which variant of a product is meant, because a guess would save the wrong product. */
import { itemNames } from '../client/names.ts'
import { type Id, type Product, plainId } from '../client/records.ts'
import { parseJson } from '../client/sync/local-data.ts'
import { followChoices } from './follow.ts'
import { productOf, saveFrom } from './heart.ts'
import { heartbell } from './kit.ts'
import { openNotify } from './notify/notify-dialog.ts'
import { button } from './shared/button.ts'
import { onChoice } from './shared/chosen-variant.ts'
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
  const row = (variant: Choice['variants'][number], index: number) => {
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
      // otherwise a long list itself has the focus, and arrow keys scroll it
      h('input', { type: 'radio', name: 'variant', autofocus: !index, onchange: choose }),
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

type HeartVariant = Variant & { id: Id }

const variantsOf = (heart: Element): HeartVariant[] =>
  parseJson<HeartVariant[]>(() => heart.getAttribute('variants')) ?? []

async function askFor(heart: HTMLElement, variants: HeartVariant[]): Promise<Product | undefined> {
  const product = productOf(heart)
  const id = variants[1]
    ? await pickVariant({
        title: product.title ?? document.title,
        image: product.imageUrl,
        from: heart,
        variants: variants.map(({ id, ...rest }) => ({ ...rest, [itemNames.variantId]: id })),
      })
    : variants[0]!.id
  const variant = variants.find((one) => one.id === id)
  if (!variant) return
  const { title, image, price } = variant
  const imageUrl = image ? new URL(image, location.href).href : product.imageUrl
  return {
    ...product,
    variantId: plainId(id!),
    variant: title,
    imageUrl,
    price: Number(price ?? product.price) || undefined,
  }
}

/** A heart without `variant` saves the variant that is chosen on the page, or asks, if it knows the product's variants. */
async function saveChosen(heart: HTMLElement): Promise<void> {
  followChoices()
  const variants = variantsOf(heart)
  if (!variants[0]) return console.error('Nothing is saved: this heart has neither a variant nor variants.', heart)
  const shown = productOf(heart)
  const product = shown.variantId ? shown : await askFor(heart, variants)
  if (product) saveFrom(heart, product)
}

export function install(): void {
  // in the npm package each use of the file calls this
  if (Object.hasOwn(heartbell, 'pickVariant')) return
  Object.assign(heartbell, { pickVariant, openNotify, saveChosen })
  onChoice(followChoices)
  followChoices()
}
