/** Routes of the API documentation: the OpenAPI document, and a page that shows it without external resources. */
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * Only the browser bundle of this package is used: its plugin would cost every process 9 MB and a third of a second, and its page
 * needs an inline script, which the policy below forbids.
 */
const bundle = join(
  dirname(createRequire(import.meta.url).resolve('@scalar/fastify-api-reference')),
  'js/standalone.js',
)

/** The bundle sets styles by script; everything else must come from this server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** URLs are relative, so that the page also works below a path of a proxy. */
const page = (here: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Heartbell API</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="app"></div>
    <noscript>This page needs JavaScript; the same as data: <a href="${here}../openapi.json">openapi.json</a>.</noscript>
    <script src="${here}scalar.js"></script>
    <script src="${here}start.js"></script>
  </body>
</html>
`

const settings = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'json',
  operationTitleSource: 'summary',
  orderSchemaPropertiesBy: 'preserve',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'storeKey' },
  metaData: { title: 'Heartbell API' },
}

/** `/docs?pid=…` fills in that store's pid; an invalid one is ignored. */
const start = `const url = new URL('../openapi.json', document.currentScript.src).href
const settings = ${JSON.stringify(settings)}
const pid = new URLSearchParams(location.search).get('pid') ?? ''
if (/^[A-Za-z0-9+/]{43}=$/.test(pid)) settings.authentication.securitySchemes = { storeKey: { username: pid, password: '' } }
Scalar.createApiReference('#app', { ...settings, url })
`

export function docsRoutes(app: FastifyInstance): void {
  let document: string | undefined

  app.get('/openapi.json', async (_request, reply) => {
    // Built at the first request: it takes a moment, and most processes never need it.
    const { describeApi } = await import('@heartbell/contract/openapi')
    document ??= JSON.stringify(describeApi())
    return reply.type('application/json; charset=utf-8').send(document)
  })

  app.get('/docs', async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const here = path.endsWith('/') ? './' : 'docs/'
    return guarded(reply).type('text/html; charset=utf-8').send(page(here))
  })

  app.get('/docs/start.js', async (_request, reply) => guarded(reply).type(javaScript).send(start))

  app.get('/docs/scalar.js', async (_request, reply) =>
    guarded(reply).header('cache-control', 'public, max-age=3600').type(javaScript).send(createReadStream(bundle)),
  )
}

const javaScript = 'text/javascript; charset=utf-8'

const guarded = (reply: FastifyReply) =>
  reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
