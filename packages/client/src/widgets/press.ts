/** What a long press, the caret and the context menu of a heart do; loaded with the first press. */
import type { ServiceOptions } from '../client/sync/base.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { type Heart, productOf } from './heart.ts'
import { heartbell, load } from './kit.ts'
import { sayOffline } from './shared/say-offline.ts'
import { t } from './shared/texts.ts'

/** Milliseconds. */
const LONG = 500

/** Asks for the list, or for the variant if the heart has none. */
async function ask(heart: Heart): Promise<void> {
  const product = productOf(heart)
  await (product.variantId ? heartbell.openLists({ product, from: heart }) : heartbell.saveChosen(heart))
}

/** `event`: a press that begins, and becomes a long one if it lasts; without it, the heart asks at once. */
async function hold(heart: Heart, event?: PointerEvent): Promise<void> {
  const button = heart.shadowRoot!.querySelector('button')!
  if (!event) {
    // on Android the menu opens during a long press
    if (!heart.isHeld) await ask(heart)
    return
  }
  heart.isHeld = false
  const open = () => {
    // a finger is captured until it is lifted or scrolls; the button is active under a pressed mouse
    if (!button.hasPointerCapture(event.pointerId) && !button.matches(':active')) return
    ask(heart).catch(sayOffline)
    heart.isHeld = true
  }
  // the time to load this file counts
  setTimeout(open, event.timeStamp + LONG - performance.now())
}

/** What the half of the client that calls the service needs of the page: a name for the first list, and words for a refusal. */
export function prepareService(): void {
  const settings = heartbell.settings as ServiceOptions
  settings.listName = () => t('list', 'My wishlist')
  heartbell.on('refused', ({ retry }) => ignoreFailure(load('parts').then(() => heartbell.showRefused(retry))))
}

export function install(): void {
  heartbell.hold = hold as typeof heartbell.hold
}
