/** Calls that must succeed before the probes begin, made by actors who may make them. */
import type { NewStore } from '../../../../packages/server/src/domain/stores/stores.ts'
import type { Call, Send } from '../probe-sender.ts'

export type Fields = Record<string, string>
export type Tokens = { regid: string; sessionid: string }

export const basic = (pid: string, apiKey: string) => `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`
const formType = { 'content-type': 'application/x-www-form-urlencoded' }
export const ownHeaders = { 'content-type': 'application/json', 'x-heartbell': 'dashboard' }

// biome-ignore lint/suspicious/noExplicitAny: answers of every route pass through here.
type Json = any

export function makeAsk(send: Send) {
  const ask = async (call: Call): Promise<Json> => {
    const { status, text } = await send(call)
    if (status !== 200) throw new Error(`${call.method} ${call.path} answered ${status}: ${text.slice(0, 300)}`)
    return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  }
  const admin = (shop: NewStore, path: string, fields: Fields, more: { method?: string; key?: string } = {}) =>
    ask({
      method: more.method ?? 'POST',
      path: `/storeadmin/${path}`,
      headers: {
        ...formType,
        authorization: basic(shop.pid, shop.apiKey),
        ...(more.key && { 'idempotency-key': more.key }),
      },
      body: new URLSearchParams(fields).toString(),
    })
  return {
    ask,
    admin,
    identify: (shop: NewStore, fields: Fields): Promise<Tokens & Record<string, string>> =>
      admin(shop, 'v3/user/generate-regid', { useragenttype: 'probe', ...fields }),
    shopper: ({ pid }: NewStore, path: string, { regid, sessionid }: Tokens, fields: Fields = {}) =>
      ask({
        method: 'POST',
        path: `/api/v3/${path}?pid=${encodeURIComponent(pid)}`,
        headers: formType,
        body: new URLSearchParams({ regid, sessionid, ...fields }).toString(),
      }),
    page: (path: string, cookie: string, fields?: object) =>
      ask({
        method: fields ? 'POST' : 'GET',
        path: `/dashboard/api${path}`,
        headers: { ...ownHeaders, cookie },
        ...(fields && { body: JSON.stringify(fields) }),
      }),
  }
}

export type Ask = ReturnType<typeof makeAsk>
