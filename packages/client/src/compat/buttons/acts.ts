/** What the buttons of old themes do. Nothing is saved or removed before its variant is known. */
import type { WireRecord } from '../../client/names.ts'
import type { Product } from '../../client/records.ts'
import { readItem } from '../../client/records.ts'
import { ignoreFailure } from '../../client/sync/ignore-failure.ts'
import { heartbell, loadWidget } from '../../widgets/kit.ts'
import { t } from '../../widgets/shared/texts.ts'
import { page } from '../page.ts'
import { showMessage } from '../show-message.ts'
import { chooseVariant, pickFrom } from './choose-variant.ts'
import { type Found, findProduct, isItemOf } from './find-product.ts'

type Acts = {
  /** Saves or removes the product, and returns whether it is saved now. */
  toggle(button: HTMLElement, isAdded: boolean): Promise<boolean>
  /** Opens the form for an alert. */
  watch(button: HTMLElement): Promise<void>
}

export function makeActs(): Acts {
  /** `action`: the text of the button that confirms, if it does not save. */
  const resolve = (button: HTMLElement, action?: string) => chooseVariant(findProduct(page, button), button, action)
  const savedOf = async (found: Found): Promise<WireRecord[]> =>
    (((await heartbell.fetch()) ?? []) as WireRecord[]).filter((item) => isItemOf(item, found))

  /** One of several saved variants is removed after asking which. */
  const remove = async (button: HTMLElement): Promise<boolean> => {
    const found = findProduct(page, button)
    const { product } = found
    const saved = await savedOf(found)
    const variants = saved.map((item) => ({
      epi: `${item.epi}`,
      title: `${item.vi || item.dt || item.epi}`,
      price: item.pr as number,
      image: item.iu as string,
    }))
    const item = saved[1] ? await pickFrom(variants, product, button, t('remove', 'Remove')) : (saved[0] ?? product)
    if (!item?.epi) return !!saved[0]
    await change('remove', item)
    return saved.length > 1
  }
  /** Without an answer the change waits in the browser and is sent later. */
  const change = async (act: 'add' | 'remove', product: WireRecord) => {
    const call = act === 'add' ? heartbell.addToWishList : heartbell.removeFromWishList
    let status: number | undefined
    await call(product, null, (problem: { status: number }) => {
      status = problem.status
    })
    if (status === undefined) return
    if (!status) {
      ignoreFailure(heartbell[act](readItem(product) as Product))
      return
    }
    await showMessage(t('failed', 'That could not be saved.'))
    throw new Error('refused')
  }

  return {
    toggle: async (button, isAdded) => {
      if (isAdded) return await remove(button)
      const product = await resolve(button)
      if (product) await change('add', product)
      return !!product
    },
    watch: async (button) => {
      const product = await resolve(button, t('tellMe', 'Notify me'))
      if (!product) return
      await loadWidget('picker')
      // as after saving, so that a theme's style shows it
      if (await heartbell.openNotify!(readItem(product) as Product, { from: button }))
        button.classList.add('swym-added')
    },
  }
}
