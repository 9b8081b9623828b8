/** Who probes and what there is to probe: a victim with something to lose in every room, and callers who are not the victim. */
import { randomUUID } from 'node:crypto'
import type { NewStore } from '../../packages/server/src/domain/stores.ts'

export type Fields = Record<string, string>
export type Call = { method: string; path: string; fields: Fields; authorization?: string | undefined }
export type Answer = { status: number; text: string }
export type Send = (call: Call) => Promise<Answer>

/** Stands in whatever the victim owns and in nothing else: where it comes back, something leaked. */
export const canary = 'canary-7f3a'

export const basic = (pid: string, apiKey: string) => `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`

/** What a field of this name holds when it means the victim's, and what a good field of the kind holds that means nobody's. */
export type Thing = { name: string; isPublic?: boolean; real: Fields; other: Fields }
export type Tokens = { regid: string; sessionid: string }
/** `isStore`: whose key is good, and who may therefore do everything in this store as the store. */
export type Actor = { name: string; pid: string; tokens: Partial<Tokens>; authorization?: string; isStore?: true }

export type ProbeWorld = { things: Thing[]; actors: Actor[]; victim: Tokens }

type Shops = { victim: NewStore; other: NewStore; revokedKey: string }

const item = (n: number, word = canary) => ({
  epi: n,
  empi: n,
  du: `https://shop.example/${word}/${n}`,
  dt: word,
  note: word,
})

export async function openProbeWorld(send: Send, { victim: store, other, revokedKey }: Shops): Promise<ProbeWorld> {
  const ask = async (call: Partial<Call> & { path: string }) => {
    const { status, text } = await send({ method: 'POST', fields: {}, ...call })
    if (status !== 200) throw new Error(`${call.path} answered ${status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  const admin = (path: string, fields: Fields, shop = store, method = 'POST') =>
    ask({ method, path: `/storeadmin/${path}`, fields, authorization: basic(shop.pid, shop.apiKey) })
  const identify = (fields: Fields, shop = store): Promise<Tokens> =>
    admin('v3/user/generate-regid', { useragenttype: 'probe', ...fields }, shop)
  const shop = (path: string, tokens: Tokens, fields: Fields) =>
    ask({ path: `/api/v3/${path}?pid=${encodeURIComponent(store.pid)}`, fields: { ...tokens, ...fields } })

  // No canary: whoever has the same address in another store sees it there, as their own.
  const email = 'victim@shop.example'
  const guestUuid = randomUUID()
  const guest = await identify({ uuid: guestUuid })
  const victim = await identify({ useremail: email })
  const lists: Record<string, string> = {}
  for (const name of ['private', 'public', 'archived']) {
    // What is public may be read and copied by anybody.
    const word = name === 'public' ? 'everybody' : canary
    const { lid } = await shop('lists/create', victim, { lname: `${name} ${word}`, lnote: word })
    await shop('lists/update-ctx', victim, { lid, a: JSON.stringify([item(101, word), item(102, word)]) })
    lists[name] = lid
  }
  await shop('lists/markPublic', victim, { lid: lists.public! })
  await shop('lists/markArchived', victim, { lid: lists.archived! })
  const { lid: guestList } = await shop('lists/create', guest, { lname: `guest ${canary}` })
  const saved = await shop('lists/sfl/create', victim, { lname: canary })
  await shop('lists/sfl/add', victim, { lid: saved.lid, items: JSON.stringify([item(103)]) })
  const subscription = {
    medium: 'email',
    mediumvalue: email,
    products: JSON.stringify([item(101)]),
    topics: '["backinstock"]',
    extras: canary,
  }
  await admin('bispa/subscriptions/create', subscription)

  const nobody = { lid: `${store.pid.slice(0, 8)}${'0'.repeat(32)}`, email: 'nobody@shop.example' }
  const unknownList = lists.private!.slice(0, 8) + randomUUID().replaceAll('-', '')
  const list = (name: string, lid: string, isPublic = false): Thing => ({
    name: `${name} list`,
    isPublic,
    real: { lid, fromlid: lid, lids: JSON.stringify([lid]) },
    other: { lid: unknownList, fromlid: unknownList, lids: JSON.stringify([unknownList]) },
  })
  const stranger = await identify({ uuid: randomUUID() })
  const things: Thing[] = [
    list('private', lists.private!),
    list('public', lists.public!, true),
    list('archived', lists.archived!),
    list('saved', saved.lid),
    list('guest’s', guestList),
    {
      name: 'address',
      real: { useremail: email, mediumvalue: email, email, address: email },
      other: { useremail: nobody.email, mediumvalue: nobody.email, email: nobody.email, address: nobody.email },
    },
    { name: 'regid', real: { regid: victim.regid }, other: { regid: stranger.regid } },
    { name: 'guest’s uuid', real: { uuid: guestUuid }, other: { uuid: randomUUID() } },
  ]
  const eve = await identify({ useremail: 'eve@shop.example' })
  const twin = await identify({ useremail: email }, other)
  const elsewhere = await identify({ uuid: randomUUID() }, other)
  const flip = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  const { pid } = store
  const keyOf = (shop: Pick<NewStore, 'pid' | 'apiKey'>) => basic(shop.pid, shop.apiKey)
  const actors: Actor[] = [
    { name: 'nobody', pid, tokens: {} },
    { name: 'a guest', pid, tokens: stranger },
    { name: 'another account', pid, tokens: eve },
    { name: 'a guest of another store', pid, tokens: elsewhere },
    { name: 'the same address in another store', pid, tokens: twin },
    { name: 'the same address in another store, at home', pid: other.pid, tokens: twin },
    { name: 'the victim without a session', pid, tokens: { regid: victim.regid } },
    { name: 'the victim with another’s session', pid, tokens: { regid: victim.regid, sessionid: eve.sessionid } },
    { name: 'the victim with a forged session', pid, tokens: { ...victim, sessionid: flip(victim.sessionid) } },
    { name: 'a forged regid', pid, tokens: { ...victim, regid: flip(victim.regid) } },
    { name: 'another store’s key', pid: other.pid, tokens: eve, authorization: keyOf(other) },
    { name: 'another store’s key with this pid', pid, tokens: eve, authorization: basic(pid, other.apiKey) },
    { name: 'a revoked key', pid, tokens: eve, authorization: basic(pid, revokedKey) },
    { name: 'the store itself as a shopper', pid, tokens: {}, authorization: keyOf(store), isStore: true },
  ]
  return { things, actors, victim }
}
