/** Routes of the save-for-later list. */
import { envelopeNames, savedNames } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/save-for-later'
import type { FastifyInstance } from 'fastify'
import * as saved from '../../../domain/lists/save-for-later.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindShopper, joinJson } from '../../plumbing/bind.ts'

const writeOutcome = (word: string, { done, failed }: saved.PerItemResult) =>
  joinJson({
    [word]: done,
    [savedNames.failed]: JSON.stringify(failed.map(({ sent, refusal }) => words.writeFailure(sent, refusal))),
  })

export function saveForLaterRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.createSaved, (shopper, { sql, fields }) =>
    saved.createSavedList(sql, shopper, fields),
  )

  bindShopper(app, context, words.fetchSaved, async (shopper, { sql, fields }) => {
    const limit = fields.limit ?? shopper.store.settings.previewItems
    const page = await saved.fetchSavedList(sql, shopper, { ...fields, limit })
    return joinJson({
      [envelopeNames.list]: page.list,
      [envelopeNames.items]: page.items,
      [envelopeNames.owner]: page.owner,
      [envelopeNames.pagination]: page.pagination,
    })
  })

  bindShopper(app, context, words.addSaved, async (shopper, { sql, fields }) =>
    writeOutcome(savedNames.added, await saved.addSavedItems(sql, shopper, fields.listId, fields.items)),
  )

  bindShopper(app, context, words.removeSaved, async (shopper, { sql, fields }) =>
    writeOutcome(savedNames.removed, await saved.removeSavedItems(sql, shopper, fields.listId, fields.items)),
  )

  bindShopper(app, context, words.updateSaved, async (shopper, { sql, fields }) =>
    writeOutcome(savedNames.updated, await saved.updateSavedItems(sql, shopper, fields.listId, fields.items)),
  )

  bindShopper(app, context, words.moveSaved, async (shopper, { sql, fields }) =>
    writeOutcome(savedNames.moved, await saved.removeSavedItems(sql, shopper, fields.listId, fields.items)),
  )
}
