/** Routes of lists and their items. */
import { badField } from '@heartbell/contract/errors'
import * as words from '@heartbell/contract/lists'
import { envelopeNames, listCallNames, listNames } from '@heartbell/contract/names'
import { nothingToChange } from '@heartbell/contract/refusals'
import { restoreList as restoreWords } from '@heartbell/contract/restore-list'
import type { FastifyInstance } from 'fastify'
import { answerBytes } from '../../../domain/items/answer-budget.ts'
import * as items from '../../../domain/items/items.ts'
import { changeList } from '../../../domain/lists/change-list.ts'
import { finishCopy } from '../../../domain/lists/copy-list.ts'
import * as pages from '../../../domain/lists/list-page.ts'
import * as lists from '../../../domain/lists/lists.ts'
import { fetchSavedStatus } from '../../../domain/lists/saved-status.ts'
import { restoreList } from '../../../domain/restores/restore-list.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindShopper, joinJson, withField } from '../../plumbing/bind.ts'

export function listRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.createList, async (shopper, { sql, fields, afterwards, moves }) => {
    const { record, copying, copied } = await lists.createList(sql, shopper, fields)
    const { storeId } = shopper.store
    moves(copied)
    // The next start resumes an unfinished copy.
    if (copying) afterwards(() => finishCopy(context.pool.as({ store: storeId, isBackground: true }), storeId, copying))
    return record
  })

  bindShopper(app, context, words.updateList, async (shopper, { sql, fields: { listId, ...what } }) =>
    changeList(sql, shopper, listId, what),
  )

  bindShopper(app, context, words.changeItems, async (shopper, { sql, fields: { listId, add, update, remove } }) => {
    if (!add && !update && !remove) throw nothingToChange()
    const changes = { add: add ?? [], update: update ?? [], remove: remove ?? [] }
    const done = await items.changeItems(sql, shopper, listId, changes)
    return joinJson({
      [listCallNames.add]: done.add,
      [listCallNames.update]: done.update,
      [listCallNames.remove]: done.remove,
    })
  })

  bindShopper(app, context, words.changeItemsEverywhere, async (shopper, { sql, fields: { listIds, add, remove } }) => {
    if (!add && !remove) throw nothingToChange()
    const done = await items.changeItemsEverywhere(sql, shopper, listIds, { add: add ?? [], remove: remove ?? [] })
    return joinJson({ [listCallNames.add]: done.add, [listCallNames.remove]: done.remove })
  })

  bindShopper(app, context, words.fetchLists, async (shopper, { sql, fields }) =>
    lists.fetchLists(sql, shopper, fields),
  )

  bindShopper(app, context, words.fetchUserLists, async (shopper, { sql, fields }) =>
    joinJson({
      [envelopeNames.status]: '"success"',
      [envelopeNames.data]: await lists.fetchLists(sql, shopper, { ...fields, heads: true }),
    }),
  )

  bindShopper(app, context, words.fetchUserList, async (shopper, { sql, fields: { listId, itemsLimit, ...what } }) => {
    const page = await pages.fetchListPage(sql, shopper, listId, { ...what, limit: itemsLimit ?? 50 })
    return joinJson({
      [envelopeNames.list]: page.list,
      [envelopeNames.items]: page.items,
      [envelopeNames.owner]: page.owner,
      [envelopeNames.pagination]: page.pagination,
    })
  })

  bindShopper(app, context, words.fetchListWithContents, async (shopper, { sql, fields: { listId, ...what } }) => {
    const page = await pages.fetchListPage(sql, shopper, listId, {
      ...what,
      limit: what.limit ?? shopper.store.settings.previewItems,
      // the answer has the items three times
      bytes: Math.floor((2 * answerBytes) / 3),
    })
    return joinJson({
      [envelopeNames.list]: withField(page.list, listNames.contents, page.items),
      [envelopeNames.items]: page.items,
      [envelopeNames.contents]: page.items,
      [envelopeNames.owner]: page.owner,
      [envelopeNames.pagination]: page.pagination,
    })
  })

  bindShopper(app, context, words.fetchList, async (shopper, { sql, fields }) =>
    lists.fetchList(sql, shopper, fields.listId),
  )

  bindShopper(app, context, words.fetchItems, async (shopper, { sql, fields }) =>
    pages.fetchListItems(sql, shopper, fields.listId),
  )

  bindShopper(app, context, words.deleteList, async (shopper, { sql, fields: { listId, ...slice } }) =>
    lists.deleteList(sql, shopper, listId, slice),
  )

  bindShopper(app, context, restoreWords, async (shopper, { sql, fields: { listId }, moves }) =>
    restoreList(sql, shopper, listId, moves),
  )

  bindShopper(app, context, words.contains, async (shopper, { sql, fields: { productIds, variantIds } }) => {
    if (!productIds && !variantIds)
      throw badField([listCallNames.productIds], `or ${listCallNames.variantIds} is required`)
    const found = await fetchSavedStatus(sql, shopper, {
      productIds: (productIds ?? []).map(({ id }) => id),
      variantIds: (variantIds ?? []).map(({ id }) => id),
    })
    return keyedAsAsked(found, [...(productIds ?? []), ...(variantIds ?? [])])
  })
}

/** The keys of the answer are the ids as they were sent, also where another form of the id was looked up. */
function keyedAsAsked(found: string, keys: { id: string; asked: string }[]): string {
  if (keys.every(({ id, asked }) => id === asked)) return found
  const lists = JSON.parse(found) as Record<string, string[]>
  return JSON.stringify(Object.fromEntries(keys.map(({ id, asked }) => [asked, lists[id]])))
}
