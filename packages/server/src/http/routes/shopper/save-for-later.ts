/** Save for later over HTTP. */
import { envelopeNames, savedNames } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/save-for-later'
import type { FastifyInstance } from 'fastify'
import * as saved from '../../../domain/lists/save-for-later.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { assemble, bindShopper } from '../../plumbing/bind.ts'

const writeOutcome = (word: string, { done, failed }: saved.OneByOne) =>
  assemble({
    [word]: done,
    [savedNames.failed]: JSON.stringify(failed.map(({ sent, refusal }) => words.writeFailure(sent, refusal))),
  })

export function savedRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.createSaved, (shopper, { sql, fields }) => saved.createSaved(sql, shopper, fields))

  bindShopper(app, context, words.fetchSaved, async (shopper, { sql, fields }) => {
    const limit = fields.limit ?? shopper.store.settings.previewItems
    const page = await saved.fetchSaved(sql, shopper, { ...fields, limit })
    return assemble({
      [envelopeNames.list]: page.list,
      [envelopeNames.items]: page.items,
      [envelopeNames.owner]: page.owner,
      [envelopeNames.pagination]: page.pagination,
    })
  })

  bindShopper(app, context, words.addSaved, async (shopper, { sql, fields }) =>
    writeOutcome(savedNames.added, await saved.addSaved(sql, shopper, fields.listId, fields.items)),
  )

  bindShopper(app, context, words.removeSaved, async (shopper, { sql, fields }) =>
    writeOutcome(savedNames.removed, await saved.removeSaved(sql, shopper, fields.listId, fields.items)),
  )

  bindShopper(app, context, words.updateSaved, async (shopper, { sql, fields }) =>
    writeOutcome(savedNames.updated, await saved.updateSaved(sql, shopper, fields.listId, fields.items)),
  )

  bindShopper(app, context, words.moveSaved, async (shopper, { sql, fields }) =>
    writeOutcome(savedNames.moved, await saved.removeSaved(sql, shopper, fields.listId, fields.items)),
  )
}
