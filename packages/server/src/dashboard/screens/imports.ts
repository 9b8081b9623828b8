/** Catalog imports from a file: preview, import, progress. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readFeedProgress } from '../../domain/catalog/feed-progress.ts'
import { BadFeed } from '../../feeds/decode.ts'
import { importFeed } from '../../feeds/import.ts'
import { previewFeed } from '../../feeds/preview.ts'
import { bindStore, bindStoreAct } from '../plumbing/bind.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'

/** A client that sends nothing for this long has gone. */
const patience = 60_000

async function* inTime(stream: IncomingMessage): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]()
  for (;;) {
    const clock = setTimeout(() => stream.destroy(), patience).unref()
    const { done, value } = await chunks.next().finally(() => clearTimeout(clock))
    if (done) return
    yield value
  }
}

/** The uploaded file: read as a stream, never stored. */
function fileOf({ body }: FastifyRequest): AsyncIterable<Uint8Array> {
  if (!body || typeof (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator] !== 'function')
    throw new Refusal('bad-request', 'missing-file', 'The call’s body must be the file, as application/octet-stream.')
  return body as AsyncIterable<Uint8Array>
}

/** A file that is not a feed is the caller's fault. */
async function reading<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error) => {
    throw error instanceof BadFeed ? new Refusal('bad-request', 'bad-feed', error.message) : error
  })
}

/** The same name after a break resumes the import where it stopped. */
const fingerprintOf = (file: string) => createHash('sha256').update(`dashboard ${file}`).digest('hex')

export function importRoutes(outer: FastifyInstance, context: DashboardContext): void {
  // A scope of its own: only here may a body be a file.
  outer.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, inTime(payload)))
    const { sql } = context

    bindStore(
      scope,
      context,
      'POST /imports/preview',
      { notAnAct: 'says what a file would change', needs: 'marketer' },
      async ({ store, request }) => await reading(previewFeed(sql, store, fileOf(request))),
    )

    bindStoreAct(
      scope,
      context,
      'POST /imports',
      {
        needs: 'marketer', // A catalog is read for minutes, in transactions of its own: the first row says that it began.
        announce: ({ fields }) => ({ act: 'catalog-import-started', facts: { file: fields.file } }),
        prepare: ({ store, fields, request }) =>
          reading(
            importFeed(sql, store, fileOf(request), {
              fingerprint: fingerprintOf(fields.file),
              confirmRemovals: fields.confirm === 'yes',
            }),
          ),
      },
      async ({ prepared: report, fields }) => {
        const { lines: _, ...figures } = report
        return { answer: report, act: { act: 'catalog-imported', facts: { file: fields.file, ...figures } } }
      },
    )

    bindStore(
      scope,
      context,
      'GET /imports/progress',
      { needs: 'viewer' },
      async ({ store, fields }) => await readFeedProgress(sql, store, fingerprintOf(fields.file)),
    )
  })
}
