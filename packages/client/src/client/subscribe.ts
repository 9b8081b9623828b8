/** Asks for an alert. */
import { cachedAlerts, keepAlerts, keepStop, keyOf, stopsOf } from './alert-cache.ts'
import { defaultTopic, isOf } from './alert-topics.ts'
import type { Client } from './client.ts'
import { maskAddress } from './mask-address.ts'
import { callNames } from './names.ts'
import type { Product } from './records.ts'
import { writeNow } from './sync/write-now.ts'
import { writeItem } from './write-item.ts'

export type AlertRequest = {
  medium?: string | undefined
  address: string
  topic?: string | undefined
  mailingList?: boolean | undefined
  product: Product
  /** Any variant of the product instead of this one. */
  any?: boolean | undefined
  /** Price drops: only at this price or less. */
  targetPrice?: number | undefined
  /** The language of the messages. */
  locale?: string | undefined
  /** The sentence about the use of the address that the shopper saw. */
  consent?: string | undefined
}

export async function subscribe(client: Client, asked: AlertRequest): Promise<void> {
  const { medium = 'email', address, topic = defaultTopic, mailingList, product, any, targetPrice } = asked
  const { variantId, productId, url } = product
  // one that was stopped a moment ago goes on
  const key = keyOf({ topic, variantId, productId, any })
  if (stopsOf(client)[key]) keepStop(client, key)
  await writeNow(client, 'subscriptions/create', {
    [callNames.medium]: medium,
    [callNames.address]: address.trim(),
    [callNames.topics]: [topic],
    [callNames.products]: [
      {
        ...writeItem({ variantId, productId, url }),
        [callNames.targetPrice]: targetPrice,
        ...(any && { [callNames.any]: true }),
      },
    ],
    // an empty box is no wish to leave the list
    [callNames.mailingList]: mailingList ? 1 : undefined,
    [callNames.locale]: asked.locale,
    [callNames.consent]: asked.consent,
  })
  const others = cachedAlerts(client).filter((alert) => !isOf(alert, product, { topic, any }))
  const to = maskAddress(address.trim())
  const now = { topic, variantId, productId, any, targetPrice, status: 'asked', position: null, medium, to }
  keepAlerts(client, [now, ...others])
  client.emit('alert', { product, topic, medium })
  client.emit()
}
