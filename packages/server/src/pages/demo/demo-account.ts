/** The demo store's own accounts: a cookie with an address, and the identity token that a store's server signs for it. */
import { createHmac } from 'node:crypto'
import { isEmail } from '@heartbell/contract/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Store } from '../../domain/stores/stores.ts'

const COOKIE = 'fern_and_field'
const HOUR = 3600

/** Only addresses of the demo itself, so that a link to the sign-in page cannot lead to another site. */
export const demoPath = (to: unknown): string =>
  typeof to === 'string' && /^\/demo(?=[/?#]|$)(?![^?#]*(\.\.|\/\/|%2e|%2f|%5c))[\w\-./?=&#%:+~]*$/i.test(pathOf(to))
    ? pathOf(to)
    : '/demo'

/** Of an absolute address only the path counts. */
function pathOf(to: string): string {
  if (!/^https?:/i.test(to)) return to
  try {
    const { pathname, search, hash } = new URL(to)
    return pathname + search + hash
  } catch {
    return ''
  }
}

export function accountRoutes(scope: FastifyInstance): void {
  scope.post('/demo/sign-in', (request, reply) => {
    const { email, to } = (request.body ?? {}) as { email?: unknown; to?: unknown }
    const address = typeof email === 'string' && isEmail(email.trim()) ? email.trim() : ''
    return setCookie(reply, address, address ? HOUR * 24 : 0).redirect(
      address ? demoPath(to) : `/demo/sign-in?to=${encodeURIComponent(demoPath(to))}`,
      303,
    )
  })
  scope.post('/demo/sign-out', (_, reply) => setCookie(reply, '', 0).redirect('/demo', 303))
}

const setCookie = (reply: FastifyReply, email: string, seconds: number) =>
  reply.header(
    'set-cookie',
    `${COOKIE}=${encodeURIComponent(email)}; Path=/demo; Max-Age=${seconds}; HttpOnly; SameSite=Lax`,
  )

export function emailOf({ headers }: FastifyRequest): string {
  const [, value = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(headers.cookie ?? '') ?? []
  try {
    const email = decodeURIComponent(value)
    return isEmail(email) ? email : ''
  } catch {
    return ''
  }
}

/** The identity token that a store's own server renders for a signed-in shopper. */
export function writeIdentity({ identityKeys }: Store, email: string): string {
  const claims = `${Buffer.from(email).toString('base64url')}.${Math.floor(Date.now() / 1000) + HOUR}`
  return `${claims}.${createHmac('sha256', identityKeys[0]!).update(claims).digest('hex')}`
}
