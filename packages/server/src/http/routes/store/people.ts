/** Routes about one subscription: read it whole, end it, move it, change its address, notify its person now. */
import { badField } from '@heartbell/contract/errors'
import { storeSubscriptionNames as names } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/people'
import { unknownSubscription } from '@heartbell/contract/refusals'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sql } from '../../../database/connect.ts'
import { changeAddress } from '../../../domain/people/change-address.ts'
import { endAlert } from '../../../domain/people/end-alert.ts'
import { moveSubscription } from '../../../domain/people/move-subscription.ts'
import { notifyOne } from '../../../domain/people/notify-one.ts'
import { readSubscription, type StoreAct, subjectOf } from '../../../domain/people/store-act.ts'
import { findSubscription } from '../../../domain/reports/browse-subscriptions.ts'
import { type Medium, type Recipient, readAddress } from '../../../domain/shoppers/addresses.ts'
import { type ConsentFacts, hashCaller } from '../../../domain/shoppers/consents.ts'
import { maskAddress } from '../../../domain/shoppers/mask-address.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { readTimeline } from '../../../domain/timeline/timeline.ts'
import { requestConfirmation } from '../../../letters/request-confirmation.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { keyIdOf } from '../../plumbing/auth.ts'
import { bindStore } from '../../plumbing/bind.ts'
import { bindStoreAct } from '../../plumbing/bind-audited.ts'
import { showSubscription, showTimeline } from './store-subscriptions.ts'

export function peopleRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.fetchSubscription, async (store, { sql, fields: { subscriptionId } }) => {
    const found = await findSubscription(sql, store, subscriptionId)
    if (!found) throw unknownSubscription()
    const { before, offer, consents } = found
    return words.personAnswer.write({
      subscription: showSubscription(found),
      position: before === null ? null : before + 1,
      offer: offer && words.openOffer.write({ ...offer, ...millis(offer, 'openedAt', 'lapsesAt') }),
      consents: consents.map((one) => words.consentRecord.write({ ...one, ...millis(one, 'givenAt') })),
      timeline: showTimeline(await readTimeline(sql, store, subscriptionId)),
    })
  })

  bindStoreAct(app, context, words.endSubscription, async (store, { sql, request, fields }) => {
    const { subscriptionId } = fields
    const { isChanged, before } = await endAlert(sql, store, subscriptionId, actOf(request, fields.note))
    const entry = { facts: { ...subjectOf(before), note: fields.note }, before: { status: before.status } }
    return { answer: await showChanged(sql, store, isChanged, subscriptionId), entry: isChanged ? entry : null }
  })

  bindStoreAct(app, context, words.moveSubscription, async (store, { sql, request, fields }) => {
    const { subscriptionId, variantId, note } = fields
    const moved = await moveSubscription(sql, store, subscriptionId, variantId, actOf(request, note))
    const { isChanged, goesOn, before } = moved
    const entry = {
      facts: { ...subjectOf(before), variantId, note },
      before: { variantId: before.variantId },
      after: { variantId, subscriptionId: goesOn },
    }
    return { answer: await showChanged(sql, store, isChanged, goesOn), entry: isChanged ? entry : null }
  })

  bindStoreAct(app, context, words.changeAddress, async (store, { sql, request, fields }) => {
    const { subscriptionId, all = false, note } = fields
    const to = await readRecipient(sql, store, fields)
    const change = { to, all, facts: consentOf(store, request), act: actOf(request, note) }
    const { changed, before, topics, variantIds } = await changeAddress(sql, store, subscriptionId, change)
    if (changed > 0) await requestConfirmation(sql, store, to, { topics, variantIds }, context.publicUrl())
    const facts = { ...subjectOf(before), to: maskAddress(to.address), count: changed, note }
    const answer = words.addressAnswer.write({ changed, confirms: store.settings.doubleOptIn })
    return { answer, entry: changed > 0 ? { facts } : null }
  })

  bindStoreAct(app, context, words.notifySubscription, async (store, { sql, request, fields }) => {
    const { subscriptionId, note } = fields
    const { reason, person } = await notifyOne(sql, store, subscriptionId, actOf(request, note), request.id)
    const isQueued = reason === 'queued'
    const subscription = await show(sql, store, subscriptionId)
    const answer = words.notifyAnswer.write({ changed: isQueued ? 1 : 0, reason, subscription })
    return { answer, entry: isQueued ? { facts: { ...subjectOf(person), note } } : null }
  })
}

const millis = <K extends string>(record: Record<K, Date | string>, ...keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, new Date(record[key]).getTime()])) as Record<K, number>

const actOf = (request: FastifyRequest, note: string | undefined): StoreAct => ({
  by: `API key ${keyIdOf(request)}`,
  note,
})

async function show(sql: Sql, store: Store, subscriptionId: string) {
  const found = await findSubscription(sql, store, subscriptionId)
  if (!found) throw unknownSubscription()
  return showSubscription(found)
}

const showChanged = async (sql: Sql, store: Store, isChanged: boolean, subscriptionId: string) =>
  words.changedAnswer.write({ changed: isChanged ? 1 : 0, subscription: await show(sql, store, subscriptionId) })

type AddressFields = { subscriptionId: string; address: string; medium?: Medium | undefined }

/** Without a medium, an address of the same kind as before. */
async function readRecipient(sql: Sql, store: Store, { subscriptionId, address, medium }: AddressFields) {
  const { settings } = store
  const before = await readSubscription(sql, store, subscriptionId)
  const kind = medium ?? (before.medium === 'sms' ? 'sms' : 'email')
  const read = readAddress(kind, address, settings.country)
  if (read !== null) return { medium: kind, address: read } satisfies Recipient
  const phone = `must be a phone number, with + and its country code or in the format of ${settings.country}`
  throw badField([names.address], kind === 'email' ? 'must be an e-mail address' : phone)
}

/** The person said yes to the store, which we did not see; we record the call. */
const consentOf = (store: Store, request: FastifyRequest): ConsentFacts => ({
  textVersion: 'address-change',
  source: 'storeadmin',
  userAgent: (request.headers['user-agent'] ?? '').trim().slice(0, 512),
  callerHash: hashCaller(store.tokenKey, request.ip),
})
