/** Alert subscriptions: stored by the service, and noted in the browser so that widgets show them without a call. */
import type { Client } from './client.ts'
import { alertNames, callNames, itemNames, type WireRecord, writeItem } from './names.ts'
import { type Id, type Product, plainId } from './records.ts'
import { writeNow } from './sync/write-now.ts'

export type AlertRequest = {
  medium?: string | undefined
  address: string
  topic?: string | undefined
  mailingList?: boolean | undefined
  product: Product
}

export type Alert = { topic: string; variantId: Id; status: string; position: number | null }

const keyOf = (variantId: Id, topic: string) => `${topic} ${plainId(variantId)}`
const defaultTopic = 'backinstock'

export async function subscribe(client: Client, asked: AlertRequest): Promise<void> {
  const { medium = 'email', address, topic = defaultTopic, mailingList, product } = asked
  const { variantId, productId, url } = product
  await writeNow(client, 'subscriptions/create', {
    [callNames.medium]: medium,
    [callNames.address]: address,
    [callNames.topics]: [topic],
    [callNames.products]: [writeItem({ variantId, productId, url })],
    [callNames.mailingList]: mailingList ? 1 : 0,
  })
  client.localData.write('alerts', { ...client.localData.read<object>('alerts'), [keyOf(variantId, topic)]: 1 })
  client.emit('alert', { product, topic, medium })
  client.emit()
}

export const isSubscribed = (client: Client, variantId: Id, topic = defaultTopic): boolean =>
  !!client.localData.read<Record<string, 1>>('alerts')?.[keyOf(variantId, topic)]

export async function fetchAlerts(client: Client): Promise<Alert[]> {
  const answer = await client.ask('subscriptions/fetch-subs', { limit: 100 })
  return (answer as { subscriptions: WireRecord[] }).subscriptions.map((record) => ({
    topic: record[alertNames.topic] as string,
    variantId: record[alertNames.variantId] as Id,
    status: record[alertNames.status] as string,
    position: record[alertNames.position] as number | null,
  }))
}

export async function leaveAlert(client: Client, variantId: Id, topic = defaultTopic): Promise<void> {
  await writeNow(client, 'subscriptions/remove', { topic, [itemNames.variantId]: `${variantId}` })
  const { [keyOf(variantId, topic)]: _, ...others } = client.localData.read<Record<string, 1>>('alerts') ?? {}
  client.localData.write('alerts', others)
  client.emit()
}
