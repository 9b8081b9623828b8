/** What a messenger shows of a link to a shared list: Open Graph and Twitter tags. */
import type { SharedPage } from '../../domain/sharing/shared-page.ts'
import { storeNameOf } from '../../letters/rendering/brand.ts'
import { withoutBidi } from '../../letters/rendering/one-line.ts'
import { safeAddress } from '../../letters/rendering/web-addresses.ts'
import { type Html, html } from '../html.ts'
import { plainPhrase, type Viewer } from '../page.ts'
import type { ShownItem } from './product-card.ts'

const mostNamed = 3

/** The picture is a product's, else the shop's logo: both are absolute addresses that the store gave. */
export function linkPreview(viewer: Viewer, shared: SharedPage, items: ShownItem[], address: string): Html {
  const store = viewer.store!
  const [pictured] = items.filter(({ picture }) => picture)
  const picture = pictured?.picture ?? safeAddress(store.settings.logoUrl)
  const by = shared.firstName
    ? plainPhrase(viewer, 'listSubject', { name: shared.firstName })
    : plainPhrase(viewer, 'sharedTitle')
  const named = items.slice(0, mostNamed).map(({ name }) => name)
  const more =
    shared.itemCount > named.length ? [plainPhrase(viewer, 'listMore', { count: shared.itemCount - named.length })] : []
  const description = [by, [...named, ...more].join(', ')].filter(Boolean).join(': ')
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:title', shared.listName],
    ['og:description', description],
    ['og:url', address],
    ['og:site_name', storeNameOf(store)],
    ['og:locale', viewer.language],
    ...(picture
      ? ([
          ['og:image', picture],
          ['og:image:alt', pictured?.name ?? storeNameOf(store)],
        ] as [string, string][])
      : []),
  ]
  return html`<meta name="description" content="${withoutBidi(description)}">
${tags.map(([property, content]) => html`<meta property="${property}" content="${withoutBidi(content)}">\n`)}<meta name="twitter:card" content="${pictured ? 'summary_large_image' : 'summary'}">
`
}
