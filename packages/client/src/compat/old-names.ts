/** The global names that storefront scripts of this API family expect: `_swat`, `SwymCallbacks`, `SwymUtils` and others. */
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { Heartbell } from '../widgets/kit.ts'
import { page } from './page.ts'
import { makeSwat } from './swat.ts'
import { utilities } from './utilities.ts'
import { watchForButtons, watchForLinks } from './watch-page.ts'

type Client = Heartbell & Callbacks

/** An error in one script must not stop the next. */
const runSafely = (script: unknown, swat: unknown) => {
  try {
    ;(script as (swat: unknown) => void)(swat)
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

function install(client: Client, loadButtons: () => unknown): void {
  let started: Promise<unknown> | undefined
  const startButtons = () => {
    started ??= Promise.resolve(loadButtons())
    return started
  }
  const swat = makeSwat(client, startButtons)
  const runAll = (...scripts: unknown[]) => {
    for (const script of scripts) runSafely(script, swat)
  }
  page._swat = Object.assign(swat, {
    postLoader: (name: string, value: unknown) => name === 'Callback' && runAll(value),
  })
  page.SwymUtils = { ...page.SwymUtils, ...utilities }
  page.triggerSwymVariantEvent = (epi: unknown) => announceVariant(client, epi)
  watchForButtons(startButtons)
  watchForLinks(swat.ui.open)

  // the older way to wait for the script; its callback calls a function that the script defines
  page.initSwymShopify ??= () => {}
  const early = page[page.SwymRetailerConfig ?? '_swrc']?.Callback
  if (early) runAll(early)
  const queued: unknown[] = page.SwymCallbacks ?? []
  page.SwymCallbacks = { push: runAll }
  runAll(...queued)
  client.dispatch(client.JSEvents.configLoaded, swat.retailerSettings)
}

/** `loadButtons` starts the declarative buttons; it is called when the page has one. */
export function installOldNames(client: Client, loadButtons: () => unknown): void {
  if (page._swat) return
  const token = document.querySelector<HTMLScriptElement>('script[data-store]')?.dataset.identity
  if (!token || client.isSignedIn()) {
    install(client, loadButtons)
    return
  }
  // scripts of a signed-in shopper's page must not act as the guest of before
  const start = () => {
    install(client, loadButtons)
    // the listeners of these scripts did not exist during the sign-in
    if (client.isSignedIn()) client.emit('identity')
  }
  client.signIn(token).then(start, start)
}
