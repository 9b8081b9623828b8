/** The shopper's alerts from the last look-up, fresh for a while; a write makes them outdated. */
import type { Client } from './client.ts'
import { maskAddress } from './mask-address.ts'
import { alertNames, callNames, type WireRecord } from './names.ts'
import { type Id, plainId } from './records.ts'

export type Alert = {
  topic: string
  variantId: Id
  productId: Id
  status: string
  position: number | null
  medium: string
  /** For any variant of the product. */
  any?: boolean | undefined
  targetPrice?: number | null | undefined
  /** The address, masked; unknown for a guest who asked on another device. */
  to?: string | undefined
}

/** `of`: the shopper, so that the alerts of a guest are not those of the account that signs in. */
type Cached = { at: number; of: string; alerts: Alert[] }

/** Five minutes, in milliseconds. */
const FRESH = 300_000

const shopperOf = ({ identity }: Client) => identity.who()?.[callNames.regid] ?? ''

function entry(client: Client): Cached | null {
  const cached = client.localData.read<Cached>('alerts')
  return cached?.alerts && cached.of === shopperOf(client) ? cached : null
}

type AlertKey = Pick<Alert, 'topic' | 'variantId' | 'any'> & { productId?: Id | undefined }

/** One for any variant is stored with the variant that was back last. */
export const keyOf = ({ topic, variantId, productId, any }: AlertKey) =>
  `${topic} ${any ? 'any' : ''} ${plainId(any ? productId : variantId)}`

/** Alerts that the shopper stopped a moment ago and can take back, by their keys: the service does not know of it yet. */
export const stopsOf = (client: Client): Record<string, Stop> => client.localData.read('stops') ?? {}

/** `at`: when, in milliseconds. */
export type Stop = AlertKey & { at: number }

export const cachedAlerts = (client: Client): Alert[] => {
  const stops = stopsOf(client)
  return (entry(client)?.alerts ?? []).filter((alert) => !stops[keyOf(alert)])
}

/** `stop`: from now on; without one, no more. */
export const keepStop = (client: Client, key: string, stop?: Stop): void => {
  client.localData.write('stops', { ...stopsOf(client), [key]: stop })
  client.emit()
}

/** What a write made of the alerts, to be shown until the next look-up. */
export const keepAlerts = (client: Client, alerts: Alert[], at = 0): void =>
  client.localData.write('alerts', { at, of: shopperOf(client), alerts })

/** The age of the last look-up, in milliseconds. Without an identity nothing was asked for, and nothing is to look up. */
export const alertsAge = (client: Client): number => (shopperOf(client) ? Date.now() - (entry(client)?.at ?? 0) : 0)

export const areAlertsFresh = (client: Client): boolean => alertsAge(client) < FRESH

const running = new WeakMap<Client, Promise<void>>()

/** Looks them up. All callers on a page share one call; a write during it makes it look again. */
export function refreshAlerts(client: Client): Promise<void> {
  const run = running.get(client) ?? lookUp(client).finally(() => running.delete(client))
  running.set(client, run)
  return run
}

async function lookUp(client: Client): Promise<void> {
  for (;;) {
    const before = client.localData.read('alerts')
    const answer = (await client.ask('subscriptions/fetch-subs', { limit: 100 })) as { subscriptions: WireRecord[] }
    if (JSON.stringify(before) !== JSON.stringify(client.localData.read('alerts'))) continue
    const known = entry(client)?.alerts ?? []
    keepAlerts(
      client,
      answer.subscriptions.map((record) => readAlert(record, known)),
      Date.now(),
    )
    client.emit()
    return
  }
}

/** What a guest reads instead of an address. */
const HIDDEN = 'XXXXXX'

type Additions = { any?: boolean; targetPrice?: number | null } | undefined

function readAlert(record: WireRecord, known: Alert[]): Alert {
  const { any, targetPrice } = (record[alertNames.additions] as Additions) ?? {}
  const topic = record[alertNames.topic] as string
  const variantId = record[alertNames.variantId] as Id
  const productId = record[alertNames.productId] as Id
  const address = record[alertNames.address] as string
  const key = keyOf({ topic, variantId, productId, any })
  return {
    ...{ topic, variantId, productId, any, targetPrice },
    status: record[alertNames.status] as string,
    position: record[alertNames.position] as number | null,
    medium: record[alertNames.medium] as string,
    to: address === HIDDEN ? known.find((one) => keyOf(one) === key)?.to : maskAddress(address),
  }
}
