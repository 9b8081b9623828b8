/** Routes that arrange items: moving and copying them between lists, their order and priority. */
import * as words from '@heartbell/contract/arrangement'
import type { FieldsOf } from '@heartbell/contract/endpoint'
import { badField } from '@heartbell/contract/errors'
import { arrangementNames } from '@heartbell/contract/names'
import type { FastifyInstance } from 'fastify'
import { weighItem } from '../../../domain/arrangement/priority.ts'
import { moveItemBeside, reorderItems } from '../../../domain/arrangement/reorder.ts'
import { copyItems, moveItems, type Transfer } from '../../../domain/arrangement/transfer-items.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindShopper, joinJson } from '../../plumbing/bind.ts'

const asItems = (records: string) => joinJson({ [arrangementNames.items]: records })

const asTransfer = (fields: { listId: string; toListId: string; items: string[] }): Transfer => ({
  fromId: fields.listId.trim(),
  toId: fields.toListId.trim(),
  variantIds: fields.items,
})

export function arrangementRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.moveItems, async (shopper, { sql, fields, moves }) => {
    moves(fields.items.length)
    return asItems(await moveItems(sql, shopper, asTransfer(fields)))
  })

  bindShopper(app, context, words.copyItems, async (shopper, { sql, fields, moves }) => {
    moves(fields.items.length)
    return asItems(await copyItems(sql, shopper, asTransfer(fields)))
  })

  bindShopper(app, context, words.reorderItems, async (shopper, { sql, fields: { listId, ...order }, moves }) => {
    const asked = readOrder(order)
    if (Array.isArray(asked)) moves(asked.length)
    const { items, spread } = Array.isArray(asked)
      ? await reorderItems(sql, shopper, listId, asked)
      : await moveItemBeside(sql, shopper, listId, asked)
    moves(spread)
    return asItems(items)
  })

  bindShopper(app, context, words.setPriority, async (shopper, { sql, fields: { listId, variantId, ...weight } }) => {
    if (Object.values(weight).every((value) => value === undefined))
      throw badField(
        [arrangementNames.priority],
        `or ${arrangementNames.desired} or ${arrangementNames.received} is required`,
      )
    return await weighItem(sql, shopper, listId, variantId, weight)
  })
}

type SentOrder = Pick<FieldsOf<typeof words.reorderItems>, 'items' | 'variantId' | 'before' | 'after'>

/** Either all items in their order, or one item beside another. */
function readOrder({ items, variantId, before, after }: SentOrder) {
  const names = arrangementNames
  if (items && (variantId ?? before ?? after) !== undefined)
    throw badField([names.items], `may not be sent with ${names.variantId}, ${names.before} or ${names.after}`)
  if (items) return items
  if (variantId === undefined) throw badField([names.items], `or ${names.variantId} is required`)
  if ((before === undefined) === (after === undefined))
    throw badField([names.before], `or ${names.after} is required, and not both`)
  const beside = (before ?? after)!
  const side = before === undefined ? ('after' as const) : ('before' as const)
  if (beside === variantId) throw badField([names[side]], `must be another item than ${names.variantId}`)
  return { variantId, beside, side }
}
