/** The dashboard's files: one page that is not cached, and hashed files that are cached for a year, under a strict policy. */
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'

const kinds: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
}

/** Styles created at run time carry the page's nonce; scripts come from files only. Mails are shown in a sandboxed frame of this origin. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: http: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const builtFiles = () =>
  join(dirname(createRequire(import.meta.url).resolve('@heartbell/dashboard/package.json')), 'dist')

export async function fileRoutes(scope: FastifyInstance, folder = builtFiles()): Promise<void> {
  // In memory, 3 MB: a build while the server runs must not delete the files of a page that is open.
  const names = await readdir(join(folder, 'assets')).catch((): string[] => [])
  const read = async (name: string) => [name, await readFile(join(folder, 'assets', name))] as const
  const files = new Map(await Promise.all(names.map(read)))
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)

  scope.get('/dashboard/assets/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const kind = kinds[extname(file)]
    const body = files.get(file)
    if (!body || !kind) return reply.callNotFound()
    reply.compressed = { br: files.get(`${file}.br`), gzip: files.get(`${file}.gz`) }
    return safe(reply).header('cache-control', 'public, max-age=31536000, immutable').type(kind).send(body)
  })

  const show = async (reply: FastifyReply) => {
    if (page === null)
      return reply.code(503).type('text/plain; charset=utf-8').send('The dashboard is not built: run npm run build.\n')
    const nonce = randomBytes(16).toString('base64')
    return safe(reply)
      .header('content-security-policy', policy(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('%NONCE%', nonce))
  }
  // Every screen has its own URL; the page's router finds the screen.
  scope.get('/dashboard', (_request, reply) => show(reply))
  scope.get('/dashboard/*', (request, reply) => {
    const { '*': rest } = request.params as { '*': string }
    return rest.startsWith('api/') || rest.startsWith('assets/') ? reply.callNotFound() : show(reply)
  })
}

const safe = (reply: FastifyReply) =>
  reply.headers({ 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
