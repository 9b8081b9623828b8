/** Routes of customers: what the store's server tells about the owners of lists. */
import * as words from '@heartbell/contract/customers'
import { writeProductKey } from '@heartbell/contract/fields'
import { readInstant } from '@heartbell/contract/text-values'
import type { FastifyInstance } from 'fastify'
import { type CustomerUpdate, recordCustomers } from '../../../domain/shoppers/customers.ts'
import { forgetCustomers } from '../../../domain/shoppers/forget-customers.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'
import { bindStoreAct } from '../../plumbing/bind-audited.ts'

export function customerRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.recordCustomers, async (store, { sql, fields, moves }) => {
    moves(fields.customers.length)
    return words.customersAnswer.write(await recordCustomers(sql, store, fields.customers.map(updateOf)))
  })

  bindStoreAct(app, context, words.deleteCustomers, async (store, { sql, fields: { customers } }) => {
    const deleted = await forgetCustomers(sql, store, customers.map(addressOf))
    // The trail must not name the people whose data was deleted.
    return {
      answer: words.customersDeletion.write({ deleted }),
      entry: deleted > 0 ? { facts: { count: deleted } } : null,
    }
  })
}

const addressOf = ({ email, userEmail }: { email?: string | undefined; userEmail?: string | undefined }) =>
  email ?? userEmail!

/** Null clears: a name becomes empty, a choice becomes no. */
function updateOf(customer: words.Customer): CustomerUpdate {
  const { firstName, lastName, acceptsMarketing, externalTags, preferences, platformData = {} } = customer
  const { phone, storeMarketing, userType } = customer
  const { updatedAt, lastOrderId } = platformData
  const key = typeof lastOrderId === 'string' ? writeProductKey(lastOrderId) : lastOrderId
  return {
    email: addressOf(customer),
    at: updatedAt ? readInstant(updatedAt) : null,
    ...(firstName !== undefined && { firstName: firstName ?? '' }),
    ...(lastName !== undefined && { lastName: lastName ?? '' }),
    ...(externalTags !== undefined && { tags: externalTags }),
    ...(acceptsMarketing !== undefined && { acceptsMarketing: acceptsMarketing ?? false }),
    ...(preferences && { preferences: choicesOf(preferences) }),
    platformData: { ...platformData, lastOrderId: key, phone, storeMarketing, userType },
  }
}

const choicesOf = ({ mediums }: NonNullable<words.Customer['preferences']>) =>
  Object.fromEntries(
    Object.entries(mediums).map(([medium, choice]) => [medium, { ...choice, source: choice.source ?? '' }]),
  )
