/** Starts Heartbell in an app that bundles it: one call makes the client, defines the elements, and loads the rest on demand. */
import { openClient } from './client/client.ts'
import { modules } from './modules.ts'
import { started } from './state.ts'
import { install } from './widgets/core.ts'
import { begin, type Heartbell, type Settings } from './widgets/kit.ts'
import { prepareService } from './widgets/press.ts'
import { nearestName } from './widgets/setting-names.ts'
import { provideModules } from './widgets/shared/import-file.ts'

export type StartSettings = {
  /** The store's pid. */
  store: string
  /** The address of your Heartbell, as in `https://wishes.example`. */
  api: string
  /** The token that your server signed for the signed-in shopper; empty after signing out. */
  identity?: string | undefined
  /** One of en de fr es it nl pt sv ja ar hi; by default the page's `lang`. */
  lang?: string | undefined
  /** For prices, as in `EUR`. */
  currency?: string | undefined
  /** Without the shopper's consent: all data stays on the device until `heartbell.allow()`. */
  deviceOnly?: boolean | undefined
  /** The global names that scripts of the older API family expect. */
  compat?: boolean | undefined
  /** The shop's sign-in page; `{url}` in it is replaced by the page to come back to. */
  signIn?: string | undefined
  /** The shop's own page for shared lists, with `{lid}` where the list's id belongs. */
  shareUrl?: string | undefined
  /** How German texts address the shopper, as `data-address` says it; by default formally. */
  address?: string | undefined
  /** The store sends text messages. */
  sms?: boolean | undefined
  /** The store sends WhatsApp messages. */
  whatsapp?: boolean | undefined
}

/** May be called again and on a server, where it does nothing and the returned client is empty. */
export function start(settings: StartSettings): Heartbell {
  if (!globalThis.document) return idle(settings)
  provideModules(modules)
  const isFirst = !started()
  const heartbell = begin(asAttributes(settings))
  // once, because it announces that everything is ready
  if (isFirst) {
    install()
    prepareService()
  }
  return heartbell
}

/** Every setting; `satisfies` finds one that is missing. */
const names = Object.keys({
  ...{ store: 1, api: 1, identity: 1, lang: 1, currency: 1, deviceOnly: 1, compat: 1, signIn: 1, shareUrl: 1 },
  ...{ address: 1, sms: 1, whatsapp: 1 },
} satisfies Record<keyof StartSettings, 1>)

/** `signIn` for `sign-in` and `data-sign-in`, as the script tag calls it. The console names a setting that there is not. */
function settingName(given: string): string {
  const name = given.replace(/^data-/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  if (!names.includes(name)) {
    const meant = nearestName(name, names)
    const hint = meant ? `Did you mean ${meant}?` : `There are: ${names.join(', ')}.`
    console.warn(`Heartbell: start() has no setting ${given}. ${hint}`)
  }
  return name
}

/** As a script tag would say it: `true` is an empty text, and what is false or undefined is left out. */
export const asAttributes = (settings: StartSettings): Settings =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) => [settingName(name), value === true ? '' : (value as string)]),
  )

const nothing = { getItem: () => null, setItem: () => {} }

/** A server answers many visitors, so nothing is stored and nothing is sent there. */
const idle = ({ store, api }: StartSettings): Heartbell =>
  ({
    ...openClient({ store, api, deviceOnly: true, storage: () => nothing }),
    texts: () => {},
    signIn: async () => {},
    add: async () => {},
    remove: async () => {},
  }) as unknown as Heartbell
