/** Routes of the social count: how many shoppers saved a product. */
import { writeProductKey } from '@heartbell/contract/fields'
import { socialNames } from '@heartbell/contract/names'
import * as words from '@heartbell/contract/social'
import type { FastifyInstance } from 'fastify'
import { fetchSaverCounts, type SaverCount } from '../../../domain/items/saver-counts.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindOpen } from '../../plumbing/bind.ts'

export function socialRoutes(app: FastifyInstance, context: AppContext): void {
  for (const endpoint of [words.socialCount, words.askSocialCount])
    bindOpen(app, context, endpoint, async (store, { sql, fields }) => {
      const [count] = await fetchSaverCounts(sql, store, [fields.productId])
      return { [socialNames.data]: writeCount(count!) }
    })

  for (const endpoint of [words.socialCounts, words.askSocialCounts])
    bindOpen(app, context, endpoint, async (store, { sql, fields }) => {
      const counts = await fetchSaverCounts(sql, store, fields.productIds)
      return { [socialNames.data]: counts.map(writeCount) }
    })
}

const writeCount = ({ productId, count }: SaverCount) =>
  words.writeCount({ productId: writeProductKey(productId), count })
