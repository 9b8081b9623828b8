/** Route of the feed of events. */
import * as words from '@heartbell/contract/event-feed'
import type { FastifyInstance } from 'fastify'
import { readEvents } from '../../../domain/webhooks/event-feed.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'

export function eventRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.fetchEvents, async (store, { sql, fields }) => {
    const { events, cursor, hasMore } = await readEvents(sql, store, fields)
    return words.eventsPage.write({ events: events.map((event) => words.feedEvent.write(event)), cursor, hasMore })
  })
}
