/** The states of a subscription and the events that change them. Every statement that writes `status` takes it from this table. */
import type { Sql } from '../../database/connect.ts'

/**
 * `unconfirmed`: waits for the second yes of a double opt-in. `waiting`: stands in line. `told`: was notified, and may have an
 * offer. `bought`, `left`, `expired`: ended. `suppressed`: the address must not be written to.
 */
export const subscriptionStates = ['unconfirmed', 'waiting', 'told', 'bought', 'left', 'expired', 'suppressed'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** `new`: there is no row yet. */
type From = SubscriptionState | 'new'
type Transition = { from: readonly From[]; to: SubscriptionState }

/** `told` only without an open offer, which the statement checks: who still has an open offer does not wait again. */
const restartable = ['new', 'told', 'bought', 'left', 'expired'] as const
const open = ['unconfirmed', 'waiting', 'told'] as const

const transitions = {
  /** A shopper or the store's server asks for an alert: confirmed already, with double opt-in, for a suppressed address. */
  subscribe: { from: restartable, to: 'waiting' },
  subscribeUnconfirmed: { from: restartable, to: 'unconfirmed' },
  subscribeSuppressed: { from: restartable, to: 'suppressed' },
  /** Planning: the shopper asked for this topic once and saved this product. */
  enrolListOwner: { from: ['new'], to: 'waiting' },
  import: { from: ['new'], to: 'waiting' },
  /** The link in the confirmation mail. */
  confirm: { from: ['unconfirmed'], to: 'waiting' },
  /** Planning opens an offer, or a worker claims the delivery. */
  notify: { from: ['waiting'], to: 'told' },
  /** The offer was not used, was withdrawn, or its message could not be sent: back to the old place in line. */
  closeOffer: { from: ['told'], to: 'waiting' },
  notSent: { from: ['told'], to: 'waiting' },
  /** A message about saved items was sent: the alert goes on for the next one. */
  goOn: { from: ['told'], to: 'waiting' },
  notSentSuppressed: { from: ['told'], to: 'suppressed' },
  /** An order contains the product. */
  buy: { from: ['waiting', 'told'], to: 'bought' },
  /** The store's `alert-expiry` is over. */
  expire: { from: ['unconfirmed', 'waiting'], to: 'expired' },
  /** The owner of the address, by a link or an SMS: one alert or all. Ended alerts stay as they are: reports count them. */
  unsubscribe: { from: open, to: 'left' },
  /** The owner of the address takes an unsubscribe back within a day. */
  resubscribe: { from: ['left'], to: 'waiting' },
  resubscribeUnconfirmed: { from: ['left'], to: 'unconfirmed' },
  /** Its message was sent before: it is shown again, and waits for nothing. */
  resubscribeTold: { from: ['left'], to: 'told' },
  /** A signed-in shopper removes it from their alerts, ended or not. */
  remove: { from: [...open, 'bought', 'expired', 'suppressed'], to: 'left' },
  /** Moved to another variant for which the address has a subscription: this one ends, that one goes on. */
  moveAway: { from: ['unconfirmed', 'waiting'], to: 'left' },
  /** `told` only without an open offer. The link that moves was sent to the address, so it also confirms. */
  moveInto: { from: ['unconfirmed', 'told', 'bought', 'left', 'expired'], to: 'waiting' },
  /** The store moves it, and the one that moves is not confirmed: the move does not confirm it. */
  moveIntoUnconfirmed: { from: ['told', 'bought', 'left', 'expired'], to: 'unconfirmed' },
  /** The store sends it to another address, which has to confirm. */
  changeAddressUnconfirmed: { from: ['waiting', 'told', 'suppressed'], to: 'unconfirmed' },
  /** A bounce, a complaint, STOP, or a member of the team. */
  suppress: { from: open, to: 'suppressed' },
  allowAgain: { from: ['suppressed'], to: 'waiting' },
  /** An erased person asks again: what others asked for at this address meanwhile ends, and can be asked for again. */
  liftErasure: { from: ['suppressed'], to: 'expired' },
} as const satisfies Record<string, Transition>

export type SubscriptionEvent = keyof typeof transitions
type OriginOf<Event extends SubscriptionEvent> = (typeof transitions)[Event]['from'][number]
type CreatingEvent = { [Event in SubscriptionEvent]: 'new' extends OriginOf<Event> ? Event : never }[SubscriptionEvent]
type ChangingEvent = {
  [Event in SubscriptionEvent]: Extract<OriginOf<Event>, SubscriptionState> extends never ? never : Event
}[SubscriptionEvent]

export const subscriptionEvents = Object.keys(transitions) as SubscriptionEvent[]

/** An event that does not apply to a state leaves it as it is, so that every write may be repeated. */
export function nextState(state: SubscriptionState, event: SubscriptionEvent): SubscriptionState {
  const { from, to }: Transition = transitions[event]
  return from.includes(state) ? to : state
}

/**
 * For a `where`: the event applies to the row. Literals and not parameters, because the indexes of those who wait are partial
 * ones on `status`.
 */
export const statusAllows = (sql: Sql, event: ChangingEvent, column = 'status') =>
  sql.unsafe(`${column} in (${statesBefore(event)})`)

/** For a `set`: `nextState` as an expression. */
export const statusAfter = (sql: Sql, event: ChangingEvent, column = 'status') =>
  sql.unsafe(`case when ${column} in (${statesBefore(event)}) then '${transitions[event].to}' else ${column} end`)

/** Not ended, and the address may be written to. */
export const isOpen = (sql: Sql, column = 'status') =>
  sql.unsafe(`${column} in (${open.map((state) => `'${state}'`).join(', ')})`)

export type OpenState = (typeof open)[number]

/** `row` is the subscription's name in the statement. */
export const holdsOffer = (sql: Sql, row = 'subscription') =>
  sql.unsafe(`(${row}.status = 'told' and coalesce(${row}.offered_until > now(), false))`)

/** For an `insert`. */
export const firstStatus = (sql: Sql, event: CreatingEvent) => sql.unsafe(`'${transitions[event].to}'`)

const statesBefore = (event: SubscriptionEvent) =>
  subscriptionStates
    .filter((state) => nextState(state, event) !== state)
    .map((state) => `'${state}'`)
    .join(', ')
