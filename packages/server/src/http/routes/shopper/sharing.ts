/** Routes of shared lists. */
import { shareNames } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/sharing'
import type { FastifyInstance } from 'fastify'
import { changeList } from '../../../domain/lists/change-list.ts'
import * as sharing from '../../../domain/sharing/sharing.ts'
import { composeListMail } from '../../../letters/list-mail.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindShopper, joinJson } from '../../plumbing/bind.ts'
import { networkOf } from '../../plumbing/caller-network.ts'

export function sharingRoutes(app: FastifyInstance, context: AppContext): void {
  bindShopper(app, context, words.markPublic, (shopper, { sql, fields }) =>
    sharing.setPublic(sql, shopper, fields.listId, true),
  )

  bindShopper(app, context, words.markPrivate, (shopper, { sql, fields }) =>
    sharing.setPublic(sql, shopper, fields.listId, false),
  )

  bindShopper(app, context, words.markArchived, (shopper, { sql, fields }) =>
    changeList(sql, shopper, fields.listId, { archived: true }),
  )

  bindShopper(app, context, words.markUnarchived, (shopper, { sql, fields }) =>
    changeList(sql, shopper, fields.listId, { archived: false }),
  )

  bindShopper(app, context, words.emailList, async (shopper, { sql, request, fields: { listId, ...invitation } }) => {
    const record = await sharing.emailList(sql, shopper, listId, invitation, {
      home: context.publicUrl(),
      network: networkOf(request.ip),
      compose: composeListMail,
    })
    const message = `The list is on its way to ${invitation.toEmail}.`
    return joinJson({ [shareNames.list]: record, [shareNames.message]: JSON.stringify(message) })
  })

  bindShopper(app, context, words.reportShare, async (shopper, { sql, fields }) => {
    await sharing.recordShare(sql, shopper, fields.listId, fields.medium)
    return { [shareNames.status]: 'success' }
  })
}
