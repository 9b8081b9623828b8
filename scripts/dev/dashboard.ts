/** The dashboard's pages from their sources by Vite, under the policy of the server, so that what it forbids fails here too. */
import { randomBytes } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { say } from './lines.ts'

export type Dashboard = {
  vite: ViteDevServer
  /** `policy` is the header of the page that the server would send. */
  answer(request: IncomingMessage, response: ServerResponse, policy: string | undefined): Promise<void>
}

/** What the server answers itself: calls, and what the browser sends to /dashboard is everything else. */
export const isDashboardPage = (path: string) => /^\/dashboard(\/|$)/.test(path) && !path.startsWith('/dashboard/api/')

export async function openDashboard(root: string, front: Server): Promise<Dashboard> {
  const folder = join(root, 'packages/dashboard')
  const nonce = randomBytes(16).toString('base64')
  const vite = await createServer({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    customLogger: makeLogger(),
    html: { cspNonce: nonce },
    server: {
      middlewareMode: true,
      hmr: { server: front },
      // Fonts are read where the installed packages really lie: node_modules may be a link.
      fs: { allow: [root, dirname(realpathSync(join(root, 'node_modules/vite')))] },
    },
  })
  return {
    vite,
    async answer(request, response, policy) {
      const next = () => new Promise<void>((resolve) => vite.middlewares(request, response, () => resolve()))
      if (isScreen(request)) await sendPage(vite, request, response, { folder, nonce, policy })
      else await next().then(() => response.writeHead(404).end())
    },
  }
}

/** Every screen has an address of its own; files have an ending, and those of Vite start with @. */
const isScreen = ({ url = '' }: IncomingMessage) => !/^\/dashboard\/(@|node_modules\/)|\.\w+(\?|$)/.test(url)

type Page = { folder: string; nonce: string; policy: string | undefined }

async function sendPage(
  vite: ViteDevServer,
  request: IncomingMessage,
  response: ServerResponse,
  { folder, nonce, policy }: Page,
): Promise<void> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('%NONCE%', nonce)
  const html = await vite.transformIndexHtml(request.url!, page)
  if (policy) response.setHeader('content-security-policy', allowNonce(policy, nonce))
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html)
}

/** Vite puts a script into the page, which hot reload needs: it carries the page's nonce, as styles do. */
const allowNonce = (policy: string, nonce: string) =>
  policy.replace(/'nonce-[^']*'/g, `'nonce-${nonce}'`).replace(/script-src /, `script-src 'nonce-${nonce}' `)

function makeLogger() {
  const logger = createLogger('info')
  const tell = (text: string) => say('dashboard', stripVTControlCharacters(text).trim())
  return { ...logger, info: tell, warn: tell, warnOnce: tell, error: tell }
}
