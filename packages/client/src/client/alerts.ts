/** Alerts a shopper asks for: kept by the service, remembered by the browser so that nobody is asked twice. */
import type { Client } from './client.ts'
import { alertNames, callNames, itemNames, type WireRecord, writeItem } from './names.ts'
import type { Id, Product } from './records.ts'
import { writeNow } from './write-now.ts'

export type AlertRequest = {
  medium?: string | undefined
  address: string
  topic?: string | undefined
  mailingList?: boolean | undefined
  product: Product
}

export type Alert = { topic: string; variantId: Id; status: string; position: number | null }

const named = (variantId: Id, topic: string) => `${topic} ${variantId}`
const usualTopic = 'backinstock'

export async function subscribe(client: Client, asked: AlertRequest): Promise<void> {
  const { medium = 'email', address, topic = usualTopic, mailingList, product } = asked
  const { variantId, productId, url } = product
  await writeNow(client, 'subscriptions/create', {
    [callNames.medium]: medium,
    [callNames.address]: address,
    [callNames.topics]: [topic],
    [callNames.products]: [writeItem({ variantId, productId, url })],
    [callNames.mailingList]: mailingList ? 1 : 0,
  })
  client.shelf.put('alerts', { ...client.shelf.take<object>('alerts'), [named(variantId, topic)]: 1 })
  client.emit('alert', { product, topic, medium })
  client.emit()
}

export const isSubscribed = (client: Client, variantId: Id, topic = usualTopic): boolean =>
  !!client.shelf.take<Record<string, 1>>('alerts')?.[named(variantId, topic)]

export async function fetchAlerts(client: Client): Promise<Alert[]> {
  const answer = await client.ask('subscriptions/fetch-subs', { limit: 100 })
  return (answer as { subscriptions: WireRecord[] }).subscriptions.map((record) => ({
    topic: record[alertNames.topic] as string,
    variantId: record[alertNames.variantId] as Id,
    status: record[alertNames.status] as string,
    position: record[alertNames.position] as number | null,
  }))
}

export async function leaveAlert(client: Client, variantId: Id, topic = usualTopic): Promise<void> {
  await writeNow(client, 'subscriptions/remove', { topic, [itemNames.variantId]: `${variantId}` })
  const { [named(variantId, topic)]: _, ...others } = client.shelf.take<Record<string, 1>>('alerts') ?? {}
  client.shelf.put('alerts', others)
  client.emit()
}
