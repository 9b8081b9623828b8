/** Calls from before lists had ids: a list is named by its name, a saved item by its own id. Loaded at the first of them. */
import { type Anything, answer, asXhr, run, type Then } from '../callbacks/answer.ts'
import type { Callbacks } from '../callbacks/callbacks.ts'
import type { WireRecord } from '../client/names.ts'
import { heartbell } from '../widgets/kit.ts'

type List = { lid: string; lname: string; lty: string; listcontents: WireRecord[] }

export function makeOlderCalls(client: Callbacks) {
  const wishlists = async () => ((await client.fetchLists({ lty: 'wl' })) ?? []) as unknown as List[]
  const isNamed = (names: unknown[]) => (list: List) =>
    names.some((name) => `${name}`.trim().toLowerCase() === list.lname.toLowerCase())
  const missing = (message: string, err: Then) => run(err, asXhr({ status: 404, type: 'unknown-list', message }))

  const listNamed = async (name: string) =>
    ((await wishlists()).find(isNamed([name])) ?? (await client.createList({ lname: name }))) as List | undefined
  /** The saved items with these variants, each once. */
  const itemsOf = async (epis: unknown[]): Promise<WireRecord[]> => {
    const items = (await wishlists()).flatMap(({ listcontents }) => listcontents)
    return items.filter((item, place) => {
      const isFirst = items.findIndex((other) => other.epi === item.epi) === place
      return isFirst && epis.some((epi) => `${epi}` === `${item.epi}`)
    })
  }

  return {
    addCollectionsToProduct: async (epi: unknown, names: string[], ok?: Then, err?: Then) => {
      const [item] = await itemsOf([epi])
      const lids: string[] = []
      for (const name of names) lids.push((await listNamed(name))?.lid ?? '')
      await client.addProductToLists(item ?? { epi }, lids, ok, err)
    },
    addProductsToCollection: async (name: string, epis: unknown[], ok?: Then, err?: Then) =>
      client.addProductsToList((await listNamed(name))?.lid ?? '', await itemsOf(epis), ok, err),
    removeProductsFromCollection: async (name: string, epis: unknown[], ok?: Then, err?: Then) => {
      const list = (await wishlists()).find(isNamed([name]))
      if (!list) return missing(`There is no list named ${name}.`, err)
      const products = epis.map((epi) => ({ epi }))
      await client.removeProductsFromList(list.lid, products, ok, err)
    },
    /** The items of each list, by the list's name. */
    getAllCollections: (ok?: Then, err?: Then) =>
      answer(
        wishlists().then((lists) => Object.fromEntries(lists.map((list) => [list.lname, list.listcontents]))),
        ok,
        err,
      ),
    removeWishlistCollection: async (name: string, ok?: Then, err?: Then) => {
      const list = (await wishlists()).find(isNamed([name]))
      if (!list) return missing(`There is no list named ${name}.`, err)
      await client.deleteList(list.lid, ok, err)
    },
    removeCollectionsFromProduct: async (epi: unknown, names: unknown[], ok?: Then, err?: Then) => {
      const lids = (await wishlists()).filter(isNamed(names)).map(({ lid }) => lid)
      if (!lids[0]) return missing(`There is no list named ${names}.`, err)
      await client.removeProductFromLists({ epi }, lids, ok, err)
    },
    /** `id` is that of the saved item. */
    deleteEvent: async (ok: Then, id: unknown, err?: Then) => {
      const list = (await wishlists()).find(({ listcontents }) => listcontents.some((item) => item.id === id))
      const item = list?.listcontents.find((one) => one.id === id)
      if (!list || !item) return missing(`There is no saved item with the id ${id}.`, err)
      await client.deleteFromList(list.lid, item, () => run(ok, { message: 'Successfully deleted' }), err)
    },
    sendEmailWishList: (ok: Then, toEmailId: string, fromName?: string, note?: string, _tag?: unknown, err?: Then) =>
      client.sendListViaEmail({ toEmailId, fromName, note }, ok, err),
    /** `hkey` is the id of a shared list. */
    fetchShared: ({ params, scb, fcb }: { params: { hkey: string }; scb?: Then; fcb?: Then }) =>
      client.fetchListDetails(
        params.hkey,
        (page: Anything) => {
          const queryres = page.items.map((item: WireRecord) => ({ title: item.dt, ...item }))
          run(scb, { ...page, queryres })
        },
        fcb,
      ),
  }
}

export function install(): void {
  heartbell.older ??= makeOlderCalls(heartbell as unknown as Callbacks)
}
