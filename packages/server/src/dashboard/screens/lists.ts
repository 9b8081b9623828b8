/** Shoppers' lists and merges; a merge can be undone. */
import { Refusal } from '@heartbell/contract/errors'
import { foldEmail } from '@heartbell/contract/fields'
import { unknownList } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { undoMerge } from '../../domain/merges/undo-merge.ts'
import { browseItems } from '../../domain/reports/browse-items.ts'
import { browseLists, findList } from '../../domain/reports/browse-lists.ts'
import { browseMerges, previewUndo } from '../../domain/reports/browse-merges.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { bindTable } from '../plumbing/tables.ts'

export function listRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindTable(
    scope,
    context,
    'GET /lists',
    {
      needs: 'viewer',
      columns: [
        ['name', ({ name }) => name],
        ['type', ({ type }) => type],
        ['items', ({ itemCount }) => itemCount],
        ['owner', ({ ownerEmail }) => ownerEmail],
        ['public', ({ isPublic }) => isPublic],
        ['archived', ({ isArchived }) => isArchived],
        ['made', ({ createdAt }) => createdAt],
        ['changed', ({ updatedAt }) => updatedAt],
        ['id', ({ listId }) => listId],
      ],
    },
    ({ store, fields }, slice) => browseLists(sql, store, { text: fields.q, ...slice }),
  )

  bindStore(scope, context, 'GET /lists/:listId', { needs: 'viewer' }, async ({ store, fields }) => {
    const list = await findList(sql, store, fields.listId)
    if (!list) throw unknownList()
    return list
  })

  bindTable(
    scope,
    context,
    'GET /lists/:listId/items',
    {
      needs: 'viewer',
      columns: [
        ['product', ({ title }) => title],
        ['variant', ({ variantInfo }) => variantInfo],
        ['variant id', ({ variantId }) => variantId],
        ['quantity', ({ quantity }) => quantity],
        ['price when saved', ({ savedPrice }) => savedPrice],
        ['price', ({ price }) => price],
        ['stock', ({ stock }) => stock],
        ['note', ({ note }) => note],
        ['saved', ({ createdAt }) => createdAt],
      ],
    },
    ({ store, fields }, slice) => browseItems(sql, store, fields.listId, slice),
  )
}

export function mergeRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindTable(
    scope,
    context,
    'GET /merges',
    {
      needs: 'viewer',
      columns: [
        ['when', ({ mergedAt }) => mergedAt],
        ['guest', ({ guestId }) => guestId],
        ['account', ({ accountEmail }) => accountEmail],
        ['lists', ({ lists }) => lists],
        ['items', ({ items }) => items],
        ['alerts', ({ alerts }) => alerts],
        ['undone', ({ undoneAt }) => undoneAt],
      ],
    },
    ({ store, fields }, slice) => browseMerges(sql, store, { email: foldEmail(fields.q ?? '') || undefined, ...slice }),
  )

  bindStore(scope, context, 'GET /merges/:mergeId', { needs: 'viewer' }, async ({ store, fields }) => {
    const undoing = await previewUndo(sql, store, fields.mergeId)
    if (!undoing) throw gone()
    return undoing
  })
  bindStoreAct(scope, context, 'POST /merges/:mergeId/undo', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const undoing = await previewUndo(sql, store, fields.mergeId)
    if (!undoing) throw gone()
    const { guestId, accountId } = undoing
    await undoMerge(sql, store, guestId, accountId)
    return { answer: undoing, act: { act: 'merge-undone', facts: { guestId, accountId } } }
  })
}

const gone = () =>
  new Refusal(
    'not-found',
    'nothing-to-undo',
    'There is nothing to undo: it was undone already, or is older than 30 days.',
  )
