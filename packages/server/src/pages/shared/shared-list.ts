/**
 * `/shared/<list>`: a public list, for shops without a page of their own for it; to that page (`share-url`) it redirects, unless the
 * address has `?here`. Read-only, without scripts: a heart pressed here would belong to a visitor of this origin, and the visitor
 * would not find it in the shop.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatLocale, readAcceptLanguage } from '../../domain/settings/languages.ts'
import { findStoreOfList, ownPageOf, readSharedPage, type SharedPage } from '../../domain/sharing/shared-page.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { writeNumber } from '../../letters/rendering/formats.ts'
import { type Html, html } from '../html.ts'
import { type Page, phrase, showPage, type Viewer } from '../page.ts'
import { type PageContext, textOf, viewerOf } from '../visit.ts'
import { linkPreview } from './link-preview.ts'
import { productCard, type ShownItem, showItem } from './product-card.ts'

export function sharedRoutes(scope: FastifyInstance, { sql, stores, publicUrl }: PageContext): void {
  scope.get<{ Params: { list: string } }>('/shared/:list', async (request, reply) => {
    const { list } = request.params
    const store = await findStoreOfList(stores, list)
    const viewer = viewerOf(request, store)
    reply.headers({ vary: 'accept-language', 'cache-control': 'private, no-cache' })
    const shared = store && (await readSharedPage(sql, store, list, pageOf(request)))
    if (!shared) return showNotShared(reply, viewer)
    const isHere = (request.query as { here?: unknown }).here !== undefined
    const ownPage = ownPageOf(store, shared.publicId)
    if (ownPage && !isHere && !ownPage.startsWith(`${publicUrl()}/shared/`)) return reply.redirect(ownPage, 302)
    const pageLink = (page: number) => `?${isHere ? 'here&' : ''}page=${page}`
    if (shared.page > shared.pages) return reply.redirect(pageLink(shared.pages), 302)
    const locale = formatLocale(viewer.language, readAcceptLanguage(request.headers['accept-language'])[0])
    const address = `${publicUrl()}/shared/${shared.publicId}`
    return showPage(reply, viewer, shownList({ store, viewer, shared, locale, address, ownPage, pageLink }))
  })
}

const pageOf = (request: FastifyRequest) => {
  const text = textOf((request.query as { page?: unknown }).page)
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}

/** The same for a private, an archived and an unknown list. The shop is known by the id's beginning, which every list of it has. */
const showNotShared = (reply: FastifyReply, viewer: Viewer) =>
  showPage(reply, viewer, {
    status: 404,
    title: phrase(viewer, 'sharedGoneTitle'),
    body: html`<p>${phrase(viewer, 'sharedGoneBody')}</p>`,
  })

/** The address of another page of the same list. */
type PageLink = (page: number) => string

type VisitedList = {
  store: Store
  viewer: Viewer
  shared: SharedPage
  locale: string
  address: string
  ownPage: string | null
  pageLink: PageLink
}

function shownList({ store, viewer, shared, locale, address, ownPage, pageLink }: VisitedList): Page {
  const { listName, firstName, itemCount } = shared
  const items = shared.items.map((item) => showItem(item, store.settings.shopUrl, locale))
  return {
    title: html`${listName} · ${store.name}`,
    head: linkPreview(viewer, shared, items, address),
    body: html`<div class="intro">
<p class="soft">${firstName ? phrase(viewer, 'listSubject', { name: firstName }) : phrase(viewer, 'sharedTitle')}</p>
<h1><bdi>${listName}</bdi></h1>
<p class="soft">${itemCount > 0 ? phrase(viewer, 'listCount', { count: writeNumber(itemCount, locale) }) : phrase(viewer, 'sharedEmpty')}</p>
${ownPage ? html`<p><a href="${ownPage}">${phrase(viewer, 'ownPage')}</a></p>` : null}</div>
${items.length > 0 ? html`<ul class="grid">${items.map((item) => productCard(viewer, item))}</ul>` : null}
${pagesOf(viewer, shared, locale, pageLink)}`,
    pictures: items.flatMap(({ picture }: ShownItem) => picture ?? []),
    layout: 'grid',
  }
}

/** Links to the other pages of a long list. */
function pagesOf(viewer: Viewer, { page, pages }: SharedPage, locale: string, pageLink: PageLink): Html | null {
  if (pages < 2) return null
  const values = { page: writeNumber(page, locale), pages: writeNumber(pages, locale) }
  const link = (to: number, key: 'nextPage' | 'previousPage') =>
    html`<a class="button quiet" rel="${key === 'nextPage' ? 'next' : 'prev'}" href="${pageLink(to)}">${phrase(viewer, key)}</a>`
  return html`<nav aria-label="${phrase(viewer, 'pages').text}">${page > 1 ? link(page - 1, 'previousPage') : null}
<span class="soft">${phrase(viewer, 'pageOf', values)}</span>
${page < pages ? link(page + 1, 'nextPage') : null}</nav>`
}
