/** Route that imports a feed from the body of a call. */
import { randomUUID } from 'node:crypto'
import * as words from '@heartbell/contract/catalog'
import { badFeed, noFeed } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { BadFeed } from '../../../feeds/decode.ts'
import { importFeed } from '../../../feeds/import.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'
import { acceptFeeds } from '../../plumbing/bodies.ts'

export function feedRoutes(app: FastifyInstance, context: AppContext): void {
  app.register(async (scope) => {
    acceptFeeds(scope)
    bindStore(
      scope,
      context,
      words.recordFeed,
      async () => {
        throw noFeed()
      },
      async (store, bytes, { request, sql, fields }) => {
        const { confirmRemovals } = fields()
        // The next upload may differ, so each is read from its start; unchanged products cost almost nothing.
        const requestId = request.id
        const options = { fingerprint: randomUUID(), confirmRemovals: confirmRemovals ?? false, requestId }
        const report = await importFeed(sql, store, bytes, options).catch((error) => {
          throw error instanceof BadFeed ? badFeed(error.message) : error
        })
        return words.feedAnswer.write({ ...report, lines: report.lines.map((line) => words.refusedLine.write(line)) })
      },
    )
  })
}
