/** Messages of platforms and providers meant for another store, or with a false sender: none may change the victim's rows. */
import { type Messages, messages } from '../../../../test/fuzz/hook-messages.ts'
import type { HookAddress } from '../../../../test/fuzz/hook-requests.ts'
import type { Call } from '../probe-sender.ts'

/** Topics that end something: a connection, a person, all persons of a store. */
const ends: Record<string, readonly string[]> = {
  shopify: ['shop/redact', 'app/uninstalled', 'customers/redact', 'customers/data_request', 'customers/delete'],
  woocommerce: ['product.deleted', 'customer.deleted'],
}

export type HookProbe = { actor: string; route: string; call: Call; isAccepted: boolean; isReplay?: true }

const write = ({ kind }: HookAddress, body: object): Buffer =>
  Buffer.from(
    Object.hasOwn(messages[kind], 'isForm')
      ? new URLSearchParams(body as Record<string, string>).toString()
      : JSON.stringify(body),
  )

/**
 * `isAccepted`: signed with the right secret, so the answer may be 200; the rows decide. `victimDomain`: the shop that
 * the victim is connected to.
 */
export function listHookProbes(victims: readonly HookAddress[], homes: readonly HookAddress[]): HookProbe[] {
  return victims.flatMap((victim) => {
    const home = homes.find(({ kind }) => kind === victim.kind)!
    const { topics, bodies, isForm }: Messages = messages[victim.kind]
    const type = { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
    const all = [...new Set([...topics, ...(ends[victim.kind] ?? [])])]
    const route = `POST /hooks/${victim.kind}`
    const probe = (actor: string, path: string, headers: Record<string, string>, body: Buffer, isAccepted = false) => ({
      ...{ actor, route, isAccepted },
      call: { method: 'POST', path, headers: { ...type, ...headers }, body: body.toString() },
    })
    return bodies.flatMap((given) =>
      all.flatMap((topic) => {
        const body = write(victim, given)
        const unsigned = Object.fromEntries(
          Object.entries(victim.sign(body, topic)).filter(([name]) => !/signature|hmac|authorization/.test(name)),
        )
        return [
          probe('a platform of another shop', victim.path, home.sign(body, topic), body),
          probe('a platform without a signature', victim.path, unsigned, body),
          probe('a message that was meant for the victim', home.path, victim.sign(body, topic), body),
          // From the attacker's platform, about the victim's shop: must apply to the attacker's store only.
          probe('a platform of the attacker’s own shop', home.path, home.sign(body, topic), body, true),
        ]
      }),
    )
  })
}

/** A harmless message of the victim's platform, recorded and replayed with another topic. */
export function listReplays(victims: readonly HookAddress[]): HookProbe[] {
  const shopify = victims.find(({ kind }) => kind === 'shopify')!
  const level = write(shopify, {
    inventory_item_id: 901,
    location_id: 1,
    available: 0,
    updated_at: '2026-11-15T10:00:00Z',
  })
  return ends.shopify!.map((topic) => ({
    actor: 'a signed message sent again under another topic',
    route: 'POST /hooks/shopify',
    isAccepted: true,
    isReplay: true as const,
    call: {
      method: 'POST',
      path: shopify.path,
      headers: { 'content-type': 'application/json', ...shopify.sign(level, topic) },
      body: level.toString(),
    },
  }))
}
