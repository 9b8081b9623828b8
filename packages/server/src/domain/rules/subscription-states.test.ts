import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import {
  firstStatus,
  holdsOffer,
  isOpen,
  nextState,
  type SubscriptionEvent,
  type SubscriptionState,
  statusAfter,
  statusAllows,
  subscriptionEvents,
  subscriptionStates,
} from './subscription-states.ts'

/** The expected table, written a second time by state: an event that is not listed does not change the state. */
const starts = { subscribe: 'waiting', subscribeUnconfirmed: 'unconfirmed', subscribeSuppressed: 'suppressed' } as const
const moves = { moveInto: 'waiting', moveIntoUnconfirmed: 'unconfirmed' } as const
const expected: Record<SubscriptionState, Partial<Record<SubscriptionEvent, SubscriptionState>>> = {
  unconfirmed: {
    ...{ confirm: 'waiting', moveInto: 'waiting', expire: 'expired' },
    ...{ unsubscribe: 'left', remove: 'left', moveAway: 'left', suppress: 'suppressed' },
  },
  waiting: {
    ...{ notify: 'told', buy: 'bought', expire: 'expired', changeAddressUnconfirmed: 'unconfirmed' },
    ...{ unsubscribe: 'left', remove: 'left', moveAway: 'left', suppress: 'suppressed' },
  },
  told: {
    ...{ closeOffer: 'waiting', notSent: 'waiting', goOn: 'waiting', notSentSuppressed: 'suppressed', buy: 'bought' },
    ...{ unsubscribe: 'left', remove: 'left', moveInto: 'waiting', suppress: 'suppressed', ...starts },
    ...{ moveIntoUnconfirmed: 'unconfirmed', changeAddressUnconfirmed: 'unconfirmed' },
  },
  bought: { remove: 'left', ...moves, ...starts },
  left: { resubscribe: 'waiting', resubscribeUnconfirmed: 'unconfirmed', resubscribeTold: 'told', ...moves, ...starts },
  expired: { remove: 'left', ...moves, ...starts },
  suppressed: {
    changeAddressUnconfirmed: 'unconfirmed',
    allowAgain: 'waiting',
    liftErasure: 'expired',
    remove: 'left',
  },
}

const pairs = subscriptionStates.flatMap((state) => subscriptionEvents.map((event) => ({ state, event })))

test.each(subscriptionStates)('each event changes a subscription that is %s as expected', (state) => {
  const after = subscriptionEvents.map((event) => [event, nextState(state, event)])
  expect(after).toEqual(subscriptionEvents.map((event) => [event, expected[state][event] ?? state]))
})

test('an event that is repeated changes nothing', () => {
  for (const { state, event } of pairs) {
    const next = nextState(state, event)
    expect(nextState(next, event)).toBe(next)
  }
})

type Step = { before: SubscriptionState; event: SubscriptionEvent; after: SubscriptionState }

const histories = fc.tuple(
  fc.constantFrom(...subscriptionStates),
  fc.array(fc.constantFrom(...subscriptionEvents), { maxLength: 40 }),
)

function stepsOf([state, events]: [SubscriptionState, SubscriptionEvent[]]): Step[] {
  let before = state
  return events.map((event) => {
    const step = { before, event, after: nextState(before, event) }
    before = step.after
    return step
  })
}

const eachStep = (check: (step: Step, earlier: Step[]) => void) =>
  fc.assert(
    fc.property(histories, (history) => {
      const steps = stepsOf(history)
      for (const [place, step] of steps.entries()) if (step.before !== step.after) check(step, steps.slice(0, place))
    }),
  )

test('in every history only a waiting subscription is notified', () => {
  eachStep(({ before, event, after }) => {
    // an undone unsubscribe shows again that it was notified before
    if (after === 'told' && event !== 'resubscribeTold')
      expect({ before, event }).toEqual({ before: 'waiting', event: 'notify' })
  })
})

test('in every history an unconfirmed subscription waits only after its owner confirmed', () => {
  eachStep(({ before, event, after }) => {
    if (before === 'unconfirmed' && after === 'waiting') expect(['confirm', 'moveInto']).toContain(event)
  })
})

test('in every history an ended subscription waits again only after an event that subscribes it', () => {
  const asks = [...Object.keys(starts), 'resubscribe', 'resubscribeUnconfirmed', ...Object.keys(moves)]
  eachStep(({ before, event, after }) => {
    const isStarted = after === 'waiting' || after === 'unconfirmed'
    if (['bought', 'left', 'expired'].includes(before) && isStarted) expect(asks).toContain(event)
  })
})

test('in every history a suppressed subscription is notified only after the suppression was lifted, or it was removed or sent elsewhere', () => {
  const freed: SubscriptionEvent[] = ['allowAgain', 'liftErasure', 'remove', 'changeAddressUnconfirmed']
  eachStep(({ after }, earlier) => {
    const place = earlier.findLastIndex((step) => step.after === 'suppressed')
    if (after !== 'told' || place < 0) return
    const since = earlier.slice(place + 1).map(({ event }) => event)
    expect(since.some((event) => freed.includes(event))).toBe(true)
  })
})

const database = useTestDatabase({ connections: 1 })

test('the statements’ conditions and values agree with the table', async () => {
  const { sql } = database
  for (const event of subscriptionEvents) {
    if (event === 'enrolListOwner' || event === 'import') continue
    const rows = await sql<{ state: SubscriptionState; isAllowed: boolean; after: string }[]>`
      select status as state, ${statusAllows(sql, event)} as is_allowed, ${statusAfter(sql, event, 'row.status')} as after
      from unnest(${[...subscriptionStates]}::text[]) as row (status)`
    expect(rows).toEqual(
      subscriptionStates.map((state) => ({
        ...{ state, isAllowed: nextState(state, event) !== state, after: nextState(state, event) },
      })),
    )
  }
  const [first] = await sql<{ asked: string; imported: string }[]>`
    select ${firstStatus(sql, 'subscribeUnconfirmed')} as asked, ${firstStatus(sql, 'import')} as imported`
  expect(first).toEqual({ asked: 'unconfirmed', imported: 'waiting' })
})

test('only a notified subscription has an offer, until it lapses', async () => {
  const { sql } = database
  const rows = await sql<{ status: string; hours: number | null }[]>`
    select subscription.status, subscription.hours
    from (
      select status, hours, now() + hours * interval '1 hour' as offered_until
      from unnest(${[...subscriptionStates]}::text[]) as status
      cross join unnest(array[-1, 1, null]) as hours
    ) subscription
    where ${holdsOffer(sql)}`
  expect(rows).toEqual([{ status: 'told', hours: 1 }])
})

test('an alert is open before it ends, unless its address is suppressed', async () => {
  const { sql } = database
  const rows = await sql<{ status: string }[]>`
    select status
    from unnest(${[...subscriptionStates]}::text[]) as status
    where ${isOpen(sql)}`
  expect(rows.map(({ status }) => status)).toEqual(['unconfirmed', 'waiting', 'told'])
})

test('the column allows exactly these states', async () => {
  const { sql } = database
  const [check] = await sql<{ says: string }[]>`
    select pg_get_constraintdef(oid) as says
    from pg_constraint
    where conrelid = 'subscriptions'::regclass
      and conname = 'subscriptions_status_check'`
  expect(check!.says.match(/'[a-z]+'/g)!.map((state) => state.slice(1, -1))).toEqual([...subscriptionStates])
})
