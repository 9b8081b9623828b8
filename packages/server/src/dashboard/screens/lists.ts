/** Shoppers' lists and merges, as the dashboard shows them; a merge is undone here. */
import { Refusal } from '@heartbell/contract/errors'
import { unknownList } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { undoMerge } from '../../domain/merges/undo-merge.ts'
import { browseItems, type ItemLine } from '../../domain/reports/browse-items.ts'
import { browseLists, findList, type ListLine } from '../../domain/reports/browse-lists.ts'
import { browseMerges, type MergeLine, previewUndo } from '../../domain/reports/browse-merges.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'
import { bindTable } from '../plumbing/tables.ts'

const search = z.object({ q: z.string().trim().max(320).optional() })

export function listRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context

  bindTable<ListLine, typeof search>(
    scope,
    context,
    {
      path: '/lists',
      needs: 'viewer',
      fields: search,
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

  const named = z.object({ listId: z.string().max(100) })
  bindStore(
    scope,
    context,
    { method: 'GET', path: '/lists/:listId', needs: 'viewer', fields: named },
    async ({ store, fields }) => {
      const list = await findList(sql, store, fields.listId)
      if (!list) throw unknownList()
      return list
    },
  )

  bindTable<ItemLine, typeof named>(
    scope,
    context,
    {
      path: '/lists/:listId/items',
      needs: 'viewer',
      fields: named,
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

  bindTable<MergeLine, typeof search>(
    scope,
    context,
    {
      path: '/merges',
      needs: 'viewer',
      fields: search,
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
    ({ store, fields }, slice) => browseMerges(sql, store, { email: fields.q?.toLowerCase() || undefined, ...slice }),
  )

  const named = z.object({ mergeId: z.uuid('is not a merge’s id') })
  bindStore(
    scope,
    context,
    { method: 'GET', path: '/merges/:mergeId', needs: 'viewer', fields: named },
    async ({ store, fields }) => {
      const undoing = await previewUndo(sql, store, fields.mergeId)
      if (!undoing) throw gone()
      return undoing
    },
  )
  bindStoreAct(
    scope,
    context,
    { path: '/merges/:mergeId/undo', needs: 'admin', fields: named },
    async ({ sql, store, fields }) => {
      const undoing = await previewUndo(sql, store, fields.mergeId)
      if (!undoing) throw gone()
      const { guestId, accountId } = undoing
      await undoMerge(sql, store, guestId, accountId)
      return { answer: undoing, act: { act: 'merge-undone', facts: { guestId, accountId } } }
    },
  )
}

const gone = () =>
  new Refusal(
    'not-found',
    'nothing-to-undo',
    'There is nothing to undo: it was undone already, or is older than 30 days.',
  )
