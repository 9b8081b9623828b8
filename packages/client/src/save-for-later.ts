/** Save for later from an app's own button. */
import type { Product } from './client/records.ts'
import { started } from './state.ts'
import { loadWidget } from './widgets/kit.ts'

/**
 * Moves the cart's row `row` to the saved items, which `<heartbell-saved>` shows; `heartbell.cart` removes the row. Resolves with
 * true when the row is gone; shoppers are told what happened. `from`: the element that fires `heartbell:saved-for-later`.
 */
export async function saveForLater(product: Product, row: string, from?: Element): Promise<boolean> {
  const heartbell = started()
  if (!heartbell) throw new Error('Heartbell has not started: call start() first, or use the provider.')
  await loadWidget('saved')
  return await heartbell.saveForLater!(product, row, from)
}
