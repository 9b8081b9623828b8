/** Subscriptions by status, address or product; one with its timeline and consents. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { endAlert } from '../../domain/people/end-alert.ts'
import { notifyOne } from '../../domain/people/notify-one.ts'
import { subjectOf } from '../../domain/people/store-act.ts'
import { findVariantIds } from '../../domain/reports/browse-products.ts'
import { browseSubscriptions, findSubscription } from '../../domain/reports/browse-subscriptions.ts'
import { readAddress } from '../../domain/shoppers/addresses.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { readTimeline } from '../../domain/timeline/timeline.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { bindTable } from '../plumbing/tables.ts'

/** The addresses that a search text may mean; empty if it can't be one. */
export function addressesMeant({ settings }: Store, text: string): string[] {
  const found = [
    readAddress('email', text, settings.country),
    /\d{5}/.test(text) && readAddress('sms', text, settings.country),
  ]
  return found.filter((address): address is string => Boolean(address))
}

export function subscriptionRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context
  bindTable(
    scope,
    context,
    'GET /subscriptions',
    {
      needs: 'viewer',
      columns: [
        ['address', ({ address }) => address],
        ['medium', ({ medium }) => medium],
        ['state', ({ status }) => status],
        ['topic', ({ topic }) => topic],
        ['product', ({ title }) => title],
        ['variant', ({ variantInfo }) => variantInfo],
        ['variant id', ({ variantId }) => variantId],
        ['units wanted', ({ quantity }) => quantity],
        ['waiting since', ({ waitingSince }) => waitingSince],
        ['told at', ({ toldAt }) => toldAt],
        ['signed up', ({ createdAt }) => createdAt],
      ],
    },
    async ({ store, fields: { status, q, variant } }, { after, limit }) => {
      const addresses = q ? addressesMeant(store, q) : []
      const variantIds = variant
        ? [variant]
        : q && addresses.length === 0
          ? await findVariantIds(sql, store, q)
          : undefined
      if (variantIds?.length === 0) return { rows: [], next: null }
      return await browseSubscriptions(sql, store, {
        status,
        addresses: addresses.length > 0 ? addresses : undefined,
        variantIds,
        after,
        limit,
      })
    },
  )

  bindStoreAct(
    scope,
    context,
    'POST /subscriptions/:subscriptionId/end',
    { needs: 'marketer' },
    async ({ sql, store, actor, fields }) => {
      const { isChanged, before } = await endAlert(sql, store, fields.subscriptionId, { by: actor.name })
      const act = { act: 'alert-ended', facts: subjectOf(before), before: { status: before.status } } as const
      return { answer: { ended: isChanged }, act: isChanged ? act : null }
    },
  )

  bindStoreAct(
    scope,
    context,
    'POST /subscriptions/:subscriptionId/notify',
    { needs: 'marketer' },
    async ({ sql, store, actor, fields, request }) => {
      const { reason, person } = await notifyOne(sql, store, fields.subscriptionId, { by: actor.name }, request.id)
      const act = { act: 'alert-notified', facts: subjectOf(person) } as const
      return { answer: { reason }, act: reason === 'queued' ? act : null }
    },
  )

  bindStore(scope, context, 'GET /subscriptions/:subscriptionId', { needs: 'viewer' }, async ({ store, fields }) => {
    const subscription = await findSubscription(sql, store, fields.subscriptionId)
    if (!subscription)
      throw new Refusal('not-found', 'unknown-subscription', 'This store has no subscription with this subscriptionId.')
    return { subscription, timeline: await readTimeline(sql, store, fields.subscriptionId, fields) }
  })
}
