/** The look of a store, the same in its mails and on its pages: name, logo, address and colours, also for dark screens. */
import type { Store } from '../../domain/stores/stores.ts'
import { lightenOn, mixColors, readableOn } from './colors.ts'

/** The background of a mail's or page's card. */
export const cardColor = '#ffffff'
export const darkCardColor = '#1c2220'

export type BrandColors = {
  color: string
  onColor: string
  darkColor: string
  onDarkColor: string
  /** The background of a note. */
  tint: string
  darkTint: string
}

const cache = new Map<string, BrandColors>()

export function brandColors(color: string): BrandColors {
  const cached = cache.get(color)
  if (cached) return cached
  const darkColor = lightenOn(color, darkCardColor)
  const colors: BrandColors = {
    ...{ color, onColor: readableOn(color), darkColor, onDarkColor: readableOn(darkColor) },
    tint: mixColors(color, cardColor, 0.92),
    darkTint: mixColors(color, darkCardColor, 0.75),
  }
  if (cache.size > 500) cache.clear()
  cache.set(color, colors)
  return colors
}

export const storeNameOf = ({ name, settings }: Pick<Store, 'name' | 'settings'>) => settings.senderName ?? name

type Sender = { name: string; url: string; logo: string; color: string; postalAddress: string }

/** `store` of a template, documented for merchants in `docs/templates.md`. */
export function senderScope({ name, url, logo, color, postalAddress }: Sender) {
  const { onColor, darkColor, onDarkColor, tint, darkTint } = brandColors(color)
  return {
    ...{ name, url, logo, color, tint },
    on_color: onColor,
    dark_color: darkColor,
    on_dark_color: onDarkColor,
    dark_tint: darkTint,
    postal_address: postalAddress,
  }
}

export const storeScope = (store: Pick<Store, 'name' | 'settings'>) =>
  senderScope({
    name: storeNameOf(store),
    url: store.settings.shopUrl ?? '',
    logo: store.settings.logoUrl ?? '',
    color: store.settings.brandColor,
    postalAddress: store.settings.postalAddress ?? '',
  })
