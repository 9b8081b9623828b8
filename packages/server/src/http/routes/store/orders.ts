/** Route that records orders. */
import { badField } from '@heartbell/contract/errors'
import { orderNames } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/orders'
import type { FastifyInstance } from 'fastify'
import { recordPurchase } from '../../../domain/deliveries/purchases.ts'
import { readAddress } from '../../../domain/shoppers/addresses.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'

export function orderRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.recordOrder, async (store, { sql, fields: { at, ...order } }) => {
    const { country } = store.settings
    if (order.phone && readAddress('sms', order.phone, country) === null)
      throw badField(
        [orderNames.phone],
        `must be a phone number, with + and its country code or in the format of ${country}`,
      )
    return words.orderAnswer.write(
      await recordPurchase(sql, store, { ...order, at: at === undefined ? undefined : new Date(at), source: 'api' }),
    )
  })
}
