/**
 * Adds that come at the same moment go to the database together. While statements are under way, whoever comes waits, and
 * all who wait are the next statement; who comes alone waits for nobody. Each is answered after the commit that holds its
 * items, and refused for its own reasons only. Measured: an item costs the database a quarter in a statement of sixteen.
 */
import type { NewItem } from '@heartbell/contract/items'
import type { Database, Sql } from '../../database/connect.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { refuseFullStore } from '../stores/store-quota.ts'
import type { Store } from '../stores/stores.ts'
import { prepareAddition, recordsOrRefusal, saveAddition } from './add-items.ts'
import type { ItemsJson } from './item-record.ts'
import { type Added, type Addition, saveAdditions } from './save-additions.ts'

/** For each store: while one waits for the disk, the database works at the other. */
const maxStatements = 2

/** Of one statement: nobody shall wait long for the items of others. */
const maxItemsPerStatement = 64

/** `sql` is the caller's own; what many share is sent over the store's. */
type WaitingAdd = {
  sql: Database
  addition: Addition
  answer: (added: Added | Promise<Added>) => void
  fail: (error: unknown) => void
}

type AddQueue = { waiting: WaitingAdd[]; underWay: number; shoppers: Set<string> }

/** A store that changes is another object: whoever stands in one line is judged by the same settings. */
const queues = new WeakMap<Sql, WeakMap<Store, AddQueue>>()

function queueOf(sql: Sql, store: Store): AddQueue {
  const ofStores = queues.get(sql) ?? new WeakMap<Store, AddQueue>()
  const line = ofStores.get(store) ?? { waiting: [], underWay: 0, shoppers: new Set() }
  queues.set(sql, ofStores.set(store, line))
  return line
}

export async function addInBatch(sql: Database, who: Shopper, publicId: string, items: NewItem[]): Promise<ItemsJson> {
  const addition = prepareAddition(who, publicId, items)
  refuseFullStore(sql, who.store, items.length)
  const line = queueOf(sql.shared, who.store)
  const added = await new Promise<Added>((answer, fail) => {
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
      // the next are sent before these are answered: the database has work meanwhile
      sendWaiting(sql, line)
      settle()
    })
  }
}

/** First come, first served, but one of each shopper: a statement can't touch a row twice, and a shopper's calls keep their order. */
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
 * Gives what is left to do: to answer. No list is waited for here, or one that a merge holds would keep everybody; whoever
 * did not get theirs tries again alone, and waits or hears that there is no such list. So does everybody when the
 * statement fails: it left nothing behind, and the one at fault shall not be the others'. A lost connection may have
 * left all of it behind, and is told to each as it is told to who comes alone.
 */
async function saveBatch(sql: Sql, callers: WaitingAdd[]): Promise<() => void> {
  const alone = ({ sql, addition, answer }: WaitingAdd) => answer(saveAddition(sql, addition))
  const additions = callers.map(({ addition }) => addition)
  try {
    const added = await saveAdditions(sql, additions, { skip: true })
    return () => {
      for (const [place, caller] of callers.entries())
        if (isDone(added[place]!)) caller.answer(added[place]!)
        else alone(caller)
    }
  } catch (error) {
    const isUndone = (error as { severity?: string }).severity === 'ERROR'
    return () => {
      for (const caller of callers)
        if (isUndone) alone(caller)
        else caller.fail(error)
    }
  }
}

const isDone = ({ admitted, unknown, found, over }: Added) =>
  (found && over !== 'near') || !admitted || unknown !== null
