/** The files of the storefront client: cached for ever under their version, five minutes under `latest`; the manifest has their hashes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'

type ClientManifest = { version: string; files: Record<string, { bytes: number; gzip: number; integrity: string }> }

const find = createRequire(import.meta.url).resolve
const read = (name: string) => readFileSync(find(`@heartbell/client/script/${name}`))

const unknownFile = () => new Refusal('not-found', 'unknown-file', 'The storefront client has no such file.')

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Any page may load them: they are public and contain no data. */
export function clientFileRoutes(scope: FastifyInstance): void {
  const manifest: ClientManifest = JSON.parse(read('manifest.json').toString())
  const names = [...Object.keys(manifest.files), 'manifest.json']
  const files = new Map(names.map((name) => [name, read(name)]))

  scope.get<{ Params: { version: string; file: string } }>('/client/:version/:file', (request, reply) => {
    const { version, file } = request.params
    const body = files.get(file)
    const isLatest = version === 'latest'
    if (!body || (!isLatest && version !== manifest.version)) throw unknownFile()
    return send(reply, file, body, isLatest)
  })
}

function send(reply: FastifyReply, file: string, body: Buffer, isLatest: boolean): FastifyReply {
  return reply
    .headers({
      'content-type': types[file.split('.').at(-1)!],
      'cache-control': isLatest ? 'public, max-age=300' : 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(body)
}

/** The version that this service's own pages load. */
export const clientVersion = (): string => JSON.parse(read('manifest.json').toString()).version
