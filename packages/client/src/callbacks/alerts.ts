/** Calls about alert subscriptions. */
import type { WireRecord } from '../client/names.ts'
import { answer, splitArguments, type Then } from './answer.ts'
import { type CallContext, complete } from './call-context.ts'
import { JSEvents } from './events.ts'

type Product = WireRecord

export function makeAlertCalls({ client, post, dispatch }: CallContext) {
  const watch = async (value: string, medium: string, product: Product, joins: unknown, topic: string) => {
    // a product page need not give its own address
    const { epi, empi, du } = complete({ ...product, du: product.du || globalThis.location?.href })
    const answered = await post('subscriptions/create', {
      medium,
      mediumvalue: value,
      topics: [topic],
      products: [{ epi, empi, du }],
      addtomailinglist: joins ? 1 : 0,
    })
    // so that the next look-up of `<heartbell-notify>` asks the service
    client.localData.write('alerts', null)
    dispatch(JSEvents.addedToWatchlist, { ...product, du })
    return answered
  }

  return {
    sendWatchlist: (value: string, medium: string, product: Product, ok?: Then, err?: Then, joins?: unknown) =>
      answer(watch(value, medium, product, joins, 'backinstock'), ok, err),
    subscribeForProductAlert: (
      value: string,
      medium: string,
      product: Product,
      ok?: Then,
      err?: Then,
      joins?: unknown,
      topic = 'backinstock',
    ) => answer(watch(value, medium, product, joins, topic), ok, err),
    fetchSubscriptions: (...args: unknown[]) => {
      const [[about], ok, err] = splitArguments(args)
      return answer(client.ask('subscriptions/fetch-subs', about), ok, err)
    },
  }
}
