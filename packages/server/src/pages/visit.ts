/** A visit by a link: verifies it with the key of the store it names, and picks the language of the page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import { pickLanguage, readAcceptLanguage } from '../domain/settings/languages.ts'
import { type ConsentSource, hashCaller } from '../domain/shoppers/consents.ts'
import { storeOfLink } from '../domain/shoppers/links.ts'
import type { Store, StoreCache } from '../domain/stores/stores.ts'
import { html } from './html.ts'
import { phrase, showPage, type Viewer } from './page.ts'

export type PageContext = { sql: Database; stores: StoreCache; publicUrl: () => string }

export type Visit<Claim> = { store: Store; claim: Claim }

/** Null for a link that is forged, cut off, or another store's. */
export async function readLink<Claim>(
  { stores }: PageContext,
  request: FastifyRequest,
  read: (store: Store, link: string) => Claim | null,
): Promise<Visit<Claim> | null> {
  const { link } = request.params as { link: string }
  const storeId = storeOfLink(link)
  const store = storeId === null ? null : await stores.findByNumber(storeId)
  const claim = store && read(store, link)
  return claim ? { store: store!, claim } : null
}

export const viewerOf = (request: FastifyRequest, store: Store | null, locale?: string | null): Viewer => ({
  store,
  language: pickLanguage(locale, ...readAcceptLanguage(request.headers['accept-language']), store?.settings.locale),
})

/** What a consent or a refusal given on a page records about the visitor. */
export const consentSourceOf = (store: Store, request: FastifyRequest, source: string): ConsentSource => ({
  source,
  userAgent: request.headers['user-agent']?.slice(0, 512),
  callerHash: hashCaller(store.tokenKey, request.ip),
})

export const fieldsOf = ({ body }: FastifyRequest) => (body ?? {}) as Readonly<Record<string, unknown>>

export const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, 1000) : '')

export function showUnknownLink(request: FastifyRequest, reply: FastifyReply) {
  const viewer = viewerOf(request, null)
  return showPage(reply, viewer, {
    status: 404,
    title: phrase(viewer, 'lostTitle'),
    body: html`<p>${phrase(viewer, 'lostBody')}</p>`,
  })
}
