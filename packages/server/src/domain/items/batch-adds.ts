/**
 * Batches adds that arrive at the same time. While statements are running, new calls wait, and the next statement saves all
 * that wait; a single call does not wait. Each call is answered after the commit of its items and refused only for its own
 * faults. Measured: in a statement of sixteen, an item costs the database a quarter.
 */
import type { NewItem } from '@heartbell/contract/items'
import type { Database, Sql } from '../../database/connect.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { refuseFullStore } from '../stores/store-quota.ts'
import type { Store } from '../stores/stores.ts'
import { prepareAddition, recordsOrRefusal, saveAddition } from './add-items.ts'
import type { ItemsJson } from './item-record.ts'
import { type Addition, type AdditionOutcome, saveAdditions } from './save-additions.ts'

/** Statements of a store at the same time: while one waits for the disk, the database works on the other. */
const maxStatements = 2

/** Limits how long a call waits for the items of other calls. */
const maxItemsPerStatement = 64

/** `sql` belongs to the caller; a batch uses the store's shared handle. */
type WaitingAdd = {
  sql: Database
  addition: Addition
  answer: (added: AdditionOutcome | Promise<AdditionOutcome>) => void
  fail: (error: unknown) => void
}

type AddQueue = { waiting: WaitingAdd[]; underWay: number; shoppers: Set<string> }

/** A changed store is a new object, so all calls of a queue have the same settings. */
const queues = new WeakMap<Sql, WeakMap<Store, AddQueue>>()

function queueOf(sql: Sql, store: Store): AddQueue {
  const ofStores = queues.get(sql) ?? new WeakMap<Store, AddQueue>()
  const line = ofStores.get(store) ?? { waiting: [], underWay: 0, shoppers: new Set() }
  queues.set(sql, ofStores.set(store, line))
  return line
}

export async function addInBatch(sql: Database, who: Shopper, publicId: string, items: NewItem[]): Promise<ItemsJson> {
  const addition = prepareAddition(who, publicId, items)
  await refuseFullStore(sql, who.store, items.length)
  const line = queueOf(sql.shared, who.store)
  const added = await new Promise<AdditionOutcome>((answer, fail) => {
    line.waiting.push({ sql, addition, answer, fail })
    sendWaiting(sql.shared, line)
  })
  return recordsOrRefusal(who, added)
}

function sendWaiting(sql: Sql, line: AddQueue): void {
  while (line.underWay < maxStatements) {
    const callers = takeBatch(line)
    if (callers.length === 0) return
    line.underWay++
    saveBatch(sql, callers).then((settle) => {
      line.underWay--
      for (const { addition } of callers) line.shoppers.delete(addition.who.shopperId)
      // send the next batch before answering this one, so that the database stays busy
      sendWaiting(sql, line)
      settle()
    })
  }
}

/** In order of arrival, one call of each shopper: a statement cannot change a row twice, and a shopper's calls stay in order. */
function takeBatch(line: AddQueue): WaitingAdd[] {
  const taken: WaitingAdd[] = []
  const left: WaitingAdd[] = []
  let items = 0
  let isFull = false
  for (const caller of line.waiting) {
    const { who, rows } = caller.addition
    isFull ||= taken.length > 0 && items + rows.length > maxItemsPerStatement
    if (isFull || line.shoppers.has(who.shopperId)) {
      left.push(caller)
      continue
    }
    taken.push(caller)
    line.shoppers.add(who.shopperId)
    items += rows.length
  }
  line.waiting = left
  return taken
}

/**
 * Saves a batch and returns the function that answers its calls. Locked lists are skipped: one list locked by a merge would
 * delay all calls. A call whose list was skipped runs again alone, where it waits or learns that the list does not exist. If the
 * statement fails, nothing was saved, and every call runs again alone, so that only the faulty one is refused. After a lost
 * connection the items may have been saved, so every call gets the error, as a single call would.
 */
async function saveBatch(sql: Sql, callers: WaitingAdd[]): Promise<() => void> {
  const saveAlone = ({ sql, addition, answer }: WaitingAdd) => answer(saveAddition(sql, addition))
  const additions = callers.map(({ addition }) => addition)
  try {
    const added = await saveAdditions(sql, additions, { skip: true })
    return () => {
      for (const [place, caller] of callers.entries())
        if (isDone(added[place]!)) caller.answer(added[place]!)
        else saveAlone(caller)
    }
  } catch (error) {
    const isUndone = (error as { severity?: string }).severity === 'ERROR'
    return () => {
      for (const caller of callers)
        if (isUndone) saveAlone(caller)
        else caller.fail(error)
    }
  }
}

const isDone = ({ admitted, unknown, found, over }: AdditionOutcome) =>
  (found && over !== 'near') || !admitted || unknown !== null
