/** The shopper's lists: as the service told them last, kept for five minutes, with the changes still on their way on top. */
import type { Identity } from './identity.ts'
import { callNames, itemNames, listNames, type WireRecord } from './names.ts'
import { applyChange, type Change, type List, readList } from './records.ts'
import type { Shelf } from './shelf.ts'

/** Spec 4.6. */
const FRESH = 300_000

type Kept = { at: number; lists: WireRecord[] }

export type Lists = {
  /** In the wire's words, from the shelf while it is fresh. */
  fetch(): Promise<WireRecord[]>
  isFresh(): boolean
  /** In our words, at once, changes on their way included. */
  seen(changes: Change[]): List[]
  /** Any write makes what is kept out of date. */
  drop(): void
  forget(): void
  /** A list that was just made. */
  learn(list: WireRecord): string
  patch(listId: string, answer: Record<string, WireRecord[]>): void
}

export function openLists(shelf: Shelf, { who, ask }: Identity): Lists {
  let asking: Promise<WireRecord[]> | null = null
  let drops = 0
  const kept = () => shelf.take<Kept>('lists') ?? { at: 0, lists: [] }
  const isFresh = () => Date.now() - kept().at < FRESH
  const keep = (at: number, lists: WireRecord[]) => shelf.put('lists', { at, lists })

  return {
    isFresh,
    fetch: async () => {
      if (isFresh()) return kept().lists
      // nobody yet, so nothing is saved: a visitor who only looks costs no call
      if (!who()) return []
      asking ??= (async () => {
        for (;;) {
          const before = drops
          const lists = (await ask('v3/lists/fetch-lists')) as WireRecord[]
          // a write passed it on its way
          if (before !== drops) continue
          keep(Date.now(), lists)
          return lists
        }
      })().finally(() => {
        asking = null
      })
      return await asking
    },
    seen: (changes) => changes.reduce(applyChange, kept().lists.map(readList)),
    drop: () => {
      drops++
      keep(0, kept().lists)
    },
    forget: () => {
      drops++
      keep(0, [])
    },
    learn: (list) => {
      const listId = list[listNames.listId] as string
      const { lists } = kept()
      if (!lists.some((other) => other[listNames.listId] === listId)) keep(0, [...lists, list])
      return listId
    },
    patch: (listId, answer) => {
      const { add, update, remove } = callNames
      const at = (name: string) => answer[name] ?? []
      const key = (item: WireRecord) => `${item[itemNames.variantId]}`
      const touched = [...at(add), ...at(update), ...at(remove)].map(key)
      const lists = kept().lists.map((list) => {
        if (list[listNames.listId] !== listId) return list
        const old = (list[listNames.items] ?? []) as WireRecord[]
        const items = [...at(add), ...at(update), ...old.filter((item) => !touched.includes(key(item)))]
        const count = Number(list[listNames.count]) + items.length - old.length
        return { ...list, [listNames.items]: items, [listNames.count]: count }
      })
      drops++
      keep(0, lists)
    },
  }
}
