/** Sends stored changes: quick ones joined into one call, in order, each call with an idempotency key so that none counts twice. */
import { callNames, itemNames, listNames, type WireRecord, wishlist } from '../../names.ts'
import type { Change } from '../../records.ts'
import { writeItem } from '../../write-item.ts'
import type { Base } from '../base.ts'
import type { Problem } from '../call-api.ts'
import type { Identity } from '../identity.ts'
import { ignoreFailure } from '../ignore-failure.ts'
import { newKey } from '../new-key.ts'
import { openAmend } from '../stored-queue.ts'
import { moveOf, nextBatch } from './batches.ts'
import { joinChanges } from './join-changes.ts'

export type Sender = {
  /** Sends after a short time in which further changes join. */
  soon(): void
  /** Sends at once what is due. Resolves after a pass that began after this call. */
  flush(): Promise<void>
  /** Starts sending before it returns, without waiting for other tabs: the page may end. */
  leave(isEnd: boolean): void
}

/** The id of the first wishlist, which is created if there is none. */
export type FindWishlist = (key: string) => Promise<string>

const nonEmpty = (items: object[]) => (items[0] ? items.map(writeItem) : undefined)

function callFor(listId: string, changes: Change[]): [path: string, fields: WireRecord] {
  const move = moveOf(changes.at(-1)!)
  if (move) {
    const { variantId, before, after } = move
    const place = { [itemNames.variantId]: variantId, [callNames.before]: before, [callNames.after]: after }
    return ['lists/reorder', { [listNames.listId]: listId, ...place }]
  }
  const { add, update, remove } = joinChanges(changes)
  return [
    'lists/update-ctx',
    {
      [listNames.listId]: listId,
      [callNames.add]: nonEmpty(add),
      [callNames.update]: nonEmpty(update),
      [callNames.remove]: nonEmpty(remove),
    },
  ]
}

export function openSender(base: Base, identity: Identity, findWishlist: FindWishlist): Sender {
  const { localData, listCache, changes, outcomes, options } = base
  const { joinTime = 300 } = options
  const amend = openAmend(localData)
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null
  let tries = 0
  let isLookedUp = false
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const sending = new Set<string>()

  const plan = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(flush, milliseconds)
  }

  const firstList = () =>
    listCache.cached().find((list) => list[listNames.type] === wishlist)?.[listNames.listId] as string

  /** The changes of the next call, marked with its key, so that a repeated call is the same. */
  const takeBatch = (now: number): Change[] => {
    const batch = nextBatch(
      changes().filter(({ call = '' }) => !sending.has(call)),
      { now, firstList: firstList() },
    )
    const [first] = batch
    if (!first) return []
    const keys = new Set(batch.map(({ key }) => key))
    const call = first.call ?? newKey()
    const to = first.to ?? (first.list === wishlist ? firstList() : undefined)
    amend(({ key }) => keys.has(key), { call, to })
    return batch.map((change) => ({ ...change, call, to }))
  }

  /** Up to the call itself without waiting, if the shopper and the list are known. */
  const send = async ([first, ...more]: Change[]): Promise<unknown> => {
    const { list, to, call } = first!
    let listId = to ?? list
    if (listId === wishlist) {
      listId = await findWishlist(call!)
      amend((change) => change.call === call, { to: listId })
    }
    const answer = await identity.ask(...callFor(listId, [first!, ...more]), call)
    // lists fetched during the call do not contain the change
    listCache.drop()
    return answer
  }

  const refuse = (batch: Change[], problem: Problem) => {
    const { call, list } = batch[0]!
    const isMeant = (change: Change) => change.call === call
    // the first wishlist was deleted on another device, or the service no longer knows this guest: find the list again, once
    if (problem.type === 'unknown-list' && list === wishlist && !isLookedUp) {
      isLookedUp = true
      listCache.drop([])
      return amend(isMeant, { to: undefined, call: undefined })
    }
    // one of them may be wrong; a list that is gone concerns all
    if (batch[1] && problem.type !== 'unknown-list') return amend(isMeant, { alone: true, call: undefined })
    amend(isMeant, null)
    for (const { key } of batch) outcomes[key]?.failed(problem)
    const again = batch.map(({ list, add, update, remove }) => ({ list, add, update, remove }))
    // a listener may throw, which must not stop the queue
    queueMicrotask(() => {
      // the cache may be outdated: a list created or deleted on another device
      ignoreFailure(base.refresh())
      base.emit('refused', { problem, retry: () => again.map(base.queueChange) })
    })
  }

  /** False if the service can't be reached now. */
  const deliver = async (batch: Change[]): Promise<boolean> => {
    const call = batch[0]!.call!
    sending.add(call)
    try {
      const answer = await send(batch)
      tries = 0
      isLookedUp = false
      amend((change) => change.call === call, { sent: true })
      for (const { key } of batch) outcomes[key]?.done(answer)
    } catch (problem) {
      const { status, retryAfter } = problem as Problem
      if (!status || status > 499 || status === 429) {
        plan(Math.max(retryAfter || 0, Math.min(60, 2 ** tries++)) * 1e3)
        return false
      }
      refuse(batch, problem as Problem)
    } finally {
      sending.delete(call)
    }
    return true
  }

  const sendAll = async () => {
    for (;;) {
      const batch = base.isAllowed() ? takeBatch(Date.now()) : []
      if (!batch[0]) break
      if (!(await deliver(batch))) return
    }
    const unsent = changes().filter(({ sent }) => !sent)
    // another tab sent them
    for (const key in outcomes) if (!unsent.some((change) => change.key === key)) outcomes[key]!.done(undefined)
    const held = unsent.flatMap(({ until }) => until ?? [])
    if (held[0]) plan(Math.min(...held) - Date.now())
  }

  /** One tab at a time. A sandboxed frame may not lock; there the keys prevent that a change counts twice. */
  const pass = async () => {
    next = null
    since = 0
    clearTimeout(timer)
    try {
      await navigator.locks.request(localData.prefix, sendAll)
    } catch {
      await sendAll()
    }
  }

  const flush = (): Promise<void> => {
    next ??= last = last.then(pass, pass)
    return next
  }

  return {
    flush,
    soon: () => {
      since ||= Date.now()
      plan(Math.max(0, Math.min(joinTime, since + 8 * joinTime - Date.now())))
    },
    leave: (isEnd) => {
      while (base.isAllowed()) {
        const batch = takeBatch(isEnd ? Number.POSITIVE_INFINITY : Date.now())
        if (!batch[0]) return
        const delivered = deliver(batch)
        // if the page goes on, the next changes are sent after these
        last = last.then(() => delivered).then(() => {})
      }
    },
  }
}
