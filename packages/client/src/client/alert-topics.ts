/** What an alert is about, and in which states it can lead to a message. */
import type { Alert } from './alert-cache.ts'
import { type Id, isSame, plainId } from './records.ts'

/** Which alert of a product: of its variant, or of any variant. */
export type AlertTopic = { topic?: string | undefined; any?: boolean | undefined }
export type About = { variantId: Id; productId?: Id | undefined }

export const defaultTopic = 'backinstock'

/** As the service shows an alert as long as it can lead to a message. `asked`: the service has it, its answer is not read yet. */
export const openStates = ['asked', 'unconfirmed', 'waiting']

export const isOf = (alert: Alert, about: About, { topic = defaultTopic, any }: AlertTopic) =>
  alert.topic.toLowerCase() === topic.toLowerCase() &&
  !alert.any === !any &&
  (any ? plainId(alert.productId) === plainId(about.productId) : isSame(alert, about))
