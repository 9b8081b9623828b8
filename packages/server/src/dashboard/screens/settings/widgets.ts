/** The widgets of the shop: a preview page, and a check whether a page of the shop contains the script. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyInstance } from 'fastify'
import { BlockedRequest, type OutgoingHttp, openOutgoingHttp } from '../../../net/safe-fetch.ts'
import { bindStore } from '../../plumbing/bind.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'
import { newNonce, previewPolicy, previewScript, writePreview } from './widget-preview.ts'

export function widgetRoutes(scope: FastifyInstance, context: DashboardContext): void {
  bindStore(scope, context, 'GET /widget-preview', { needs: 'viewer' }, async ({ fields, reply }) => {
    const nonce = newNonce()
    return reply
      .headers({ 'content-security-policy': previewPolicy(nonce), 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(writePreview(fields, nonce))
  })
  scope.get('/dashboard/preview.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(previewScript),
  )

  const open = new Map<boolean, OutgoingHttp>()
  scope.addHook('onClose', async () => void (await Promise.all([...open.values()].map((way) => way.close()))))
  /** Pages of this machine are read if the settings allow it, or if they are our own (the demo store). */
  const wayTo = (url: string): OutgoingHttp => {
    const allowLoopback = context.probes.allowsLoopback || isOwnPage(url, context.publicUrl())
    const way = open.get(allowLoopback) ?? openOutgoingHttp({ allowLoopback })
    open.set(allowLoopback, way)
    return way
  }
  bindStore(
    scope,
    context,
    'POST /widgets/check',
    { notAnAct: 'reads a page of the shop', needs: 'marketer' },
    async ({ store, fields }) => ({ found: findScript(await readPage(wayTo(fields.url), fields.url), store.pid) }),
  )
}

const isOwnPage = (url: string, publicUrl: string) =>
  URL.canParse(url) && URL.canParse(publicUrl) && new URL(url).origin === new URL(publicUrl).origin

async function readPage(wayOut: OutgoingHttp, url: string): Promise<string> {
  const bad = (why: string) => new Refusal('bad-request', 'unreachable-page', `url can’t be read: ${why}.`)
  if (!/^https?:\/\//.test(url)) throw bad('it must begin with https:// or http://')
  try {
    const answer = await wayOut.fetch(url, {
      timeoutMillis: 10_000,
      maxBytes: 3_000_000,
      headers: { accept: 'text/html' },
    })
    if (answer.status === 200) return await answer.text()
    await answer.dump()
    throw bad(`the page answers ${answer.status}`)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw bad(error instanceof BlockedRequest ? error.message : 'nobody answers there')
  }
}

export type ScriptSearchResult = 'here' | 'other-store' | 'no-store' | 'nothing'

/** Finds the script element as themes and tag managers write it. */
export function findScript(page: string, pid: string): ScriptSearchResult {
  const tags = page.match(/<script\b[^>]*\/client\/[^/"'\s>]+\/core\.js[^>]*>/gi) ?? []
  if (tags.length === 0) return 'nothing'
  const stores = tags.map((tag) => /data-store\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1])
  if (stores.includes(pid)) return 'here'
  return stores.some(Boolean) ? 'other-store' : 'no-store'
}
