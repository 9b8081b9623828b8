/**
 * The storefront's files, of this release and of every other that a shop's page may name: the kept build of that version, or this
 * release's files under the old path.
 */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import { keepClientBuild } from '../domain/releases/client-builds.ts'
import { builtVersion, type ClientBuild, type ClientFile, packBuild, readBuild } from './client-builds/build-files.ts'
import { type KeptBuilds, openKeptBuilds } from './client-builds/kept-builds.ts'
import { isNewerVersion } from './client-builds/versions.ts'

/** The version that this service's own pages load. */
export const clientVersion = builtVersion

const unknownFile = () => new Refusal('not-found', 'unknown-file', 'The storefront client has no such file.')

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

const forEver = 'public, max-age=31536000, immutable'
const fiveMinutes = 'public, max-age=300'

/** `folder`: the build to serve; by default the one of the installed package. */
export async function clientFileRoutes(
  scope: FastifyInstance,
  { sql }: { sql: Database },
  folder?: string,
): Promise<void> {
  const current = readBuild(folder)
  const kept = openKeptBuilds(sql)
  // Before the first request, so that a process of another release can serve this build, too.
  await keepClientBuild(sql, packBuild(current)).catch((error) =>
    scope.log.warn({ err: error }, 'the storefront’s files could not be kept; the next start tries again'),
  )
  scope.get<{ Params: { version: string; file: string } }>('/client/:version/:file', async (request, reply) => {
    const { version, file } = request.params
    // also for a refusal: without it the console of a page speaks of CORS instead of the misspelt name
    reply.header('access-control-allow-origin', '*')
    const { build, caching, isOther } = await chooseBuild(current, kept, version)
    // A core.js of another release may ask for a file that this release no longer has: it gets the one that replaces the cache.
    const found = build.files.get(file) ?? (isOther && file.endsWith('.js') ? build.files.get('renew.js') : undefined)
    if (!found) throw unknownFile()
    return send(request, reply, { file, found, caching, build })
  })
}

type ChosenBuild = { build: ClientBuild; caching: string; isOther?: boolean }

async function chooseBuild(current: ClientBuild, kept: KeptBuilds, version: string): Promise<ChosenBuild> {
  if (version === current.version) return { build: current, caching: forEver }
  if (version === 'latest') return { build: current, caching: fiveMinutes }
  const isNewer = isNewerVersion(version, current.version)
  if (isNewer === null) throw unknownFile()
  const build = await kept.find(version)
  if (build) return { build, caching: forEver }
  // After a rollback: the newer release is gone, or will be back any moment.
  if (isNewer) return { build: current, caching: 'no-store', isOther: true }
  if (current.published.includes(version)) return { build: current, caching: fiveMinutes, isOther: true }
  throw unknownFile()
}

type SentFile = { file: string; found: ClientFile; caching: string; build: ClientBuild }

/** Any page may load them: they are public and contain no data. */
function send(request: FastifyRequest, reply: FastifyReply, { file, found, caching, build }: SentFile): FastifyReply {
  // weak: the same for the compressed forms
  const etag = `W/"${build.version}-${build.stamp}"`
  reply.headers({
    'content-type': types[file.split('.').at(-1)!],
    'cache-control': caching,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
  })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  reply.compressed = { br: found.br, gzip: found.gzip }
  return reply.send(found.body)
}
