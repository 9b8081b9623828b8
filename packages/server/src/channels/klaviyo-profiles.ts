/** Klaviyo's profiles: who waits for a product, and who joined the mailing list. */
import { readOutcome } from './answers.ts'
import type { Outcome } from './channel.ts'
import { callKlaviyo, explain, type KlaviyoOptions, profileOf } from './klaviyo.ts'

export type WaitingProfile = { medium: 'email' | 'sms'; address: string; variantId: string }

const channelOf = { email: 'EMAIL', sms: 'SMS' } as const

/** Klaviyo watches the stock and sends the alerts itself; a variant's id there starts with its catalog's name. */
export async function forwardWaiting(
  options: KlaviyoOptions,
  catalog: string,
  { medium, address, variantId }: WaitingProfile,
): Promise<Outcome> {
  const body = {
    data: {
      type: 'back-in-stock-subscription',
      attributes: { channels: [channelOf[medium]], profile: profileOf(medium, address) },
      relationships: { variant: { data: { type: 'catalog-variant', id: `${catalog}:::${variantId}` } } },
    },
  }
  return judge(await callKlaviyo(options, '/api/back-in-stock-subscriptions', body))
}

export type ListChoice = { medium: 'email' | 'sms'; address: string }

/** Clears what Klaviyo suppressed before, so it is for those alone who asked for the mailing list. */
export async function forwardJoining(options: KlaviyoOptions, listId: string, who: ListChoice): Promise<Outcome> {
  const body = writeJob('profile-subscription-bulk-create-job', 'SUBSCRIBED', listId, who)
  return judge(await callKlaviyo(options, '/api/profile-subscription-bulk-create-jobs', body))
}

/** They left the mailing list; alerts are another matter and go on. */
export async function forwardLeaving(options: KlaviyoOptions, listId: string, who: ListChoice): Promise<Outcome> {
  const body = writeJob('profile-subscription-bulk-delete-job', 'UNSUBSCRIBED', listId, who)
  return judge(await callKlaviyo(options, '/api/profile-subscription-bulk-delete-jobs', body))
}

function writeJob(job: string, consent: string, listId: string, { medium, address }: ListChoice) {
  const { type, attributes } = profileOf(medium, address).data
  const subscriptions = { [medium]: { marketing: { consent } } }
  return {
    data: {
      type: job,
      attributes: { profiles: { data: [{ type, attributes: { ...attributes, subscriptions } }] } },
      relationships: { list: { data: { type: 'list', id: listId } } },
    },
  }
}

const judge = (answer: Awaited<ReturnType<typeof callKlaviyo>>): Outcome =>
  answer.status === 202 || answer.status === 200 || answer.status === 201
    ? { kind: 'sent', providerId: '' }
    : readOutcome(answer, explain)
