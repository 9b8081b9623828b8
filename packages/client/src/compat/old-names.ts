/** The global names that storefront scripts of this API family expect: `_swat`, `SwymCallbacks`, `SwymUtils` and others. */
import type { Callbacks } from '../callbacks/callbacks.ts'
import { type Heartbell, heartbell } from '../widgets/kit.ts'
import { page } from './page.ts'
import { type Load, makeSwat } from './swat.ts'
import { utilities } from './utilities.ts'
import { watchForButtons, watchForLinks } from './watch-page.ts'

type Client = Heartbell & Callbacks

/** An error in one script must not stop the next. */
const runSafely = (script: unknown, swat: unknown) => {
  try {
    ;(script as (swat: unknown) => void).call(swat, swat)
  } catch (error) {
    reportError(error)
  }
}

/** A theme says which variant of the page's product is selected now. */
function announceVariant(client: Client, epi: unknown): void {
  const record = page.SwymProductVariants?.[`${epi}`]
  const empi = record?.empi ?? page.SwymPageData?.empi
  client.pageVariant = `${epi}`
  if (page.SwymPageData?.empi === empi) Object.assign(page.SwymPageData ?? {}, { epi })
  client.dispatch(client.JSEvents.variantChanged, { ...record, epi, empi, product: { id: empi }, variant: { id: epi } })
  client.emit()
}

function install(client: Client, load: Load): void {
  const swat = makeSwat(client, load)
  const runAll = (...scripts: unknown[]) => {
    for (const script of scripts) runSafely(script, swat)
  }
  page._swat = Object.assign(swat, {
    postLoader: (name: string, value: unknown) => name === 'Callback' && runAll(value),
  })
  page.SwymUtils = { ...page.SwymUtils, ...utilities }
  page.triggerSwymVariantEvent = (epi: unknown) => announceVariant(client, epi)
  watchForButtons(load.buttons)
  watchForLinks(swat.ui.open)

  // the older way to wait for the script; its callback calls a function that the script defines
  page.initSwymShopify ??= () => {}
  const early = page[page.SwymRetailerConfig ?? '_swrc']?.Callback
  if (early) runAll(early)
  page.SwymCallbacks ??= []
  const queued = [...page.SwymCallbacks]
  page.SwymCallbacks.push = (...scripts: unknown[]) => {
    // before the page is complete the script that pushes may still be running, and its own constants are not there yet
    if (document.readyState === 'complete') runAll(...scripts)
    else queueMicrotask(() => runAll(...scripts))
  }
  runAll(...queued)
  client.dispatch(client.JSEvents.configLoaded, swat.retailerSettings)
}

export function installOldNames(client: Client, load: Load): void {
  if (page._swat) return
  const token = heartbell?.settings.identity
  if (!token || client.isSignedIn()) {
    install(client, load)
    return
  }
  // scripts of a signed-in shopper's page must not act as the guest of before
  const start = () => {
    install(client, load)
    // the listeners of these scripts did not exist during the sign-in
    if (client.isSignedIn()) client.emit('identity')
  }
  client.signIn(token).then(start, start)
}
