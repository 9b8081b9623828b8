/** The cookie of a session. Its name makes browsers keep it to this very host, whole and over a safe connection only. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers also take it from this machine's own address without TLS. */
const name = '__Host-heartbell'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'
const month = 30 * 24 * 3600

export function readCookie({ headers }: FastifyRequest): string | null {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const [word, value] = pair.trim().split('=')
    if (word === name && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}

/** As a browser sends it. */
export const writeCookie = (token: string) => `${name}=${token}`

export const giveCookie = (reply: FastifyReply, token: string) =>
  reply.header('set-cookie', `${writeCookie(token)}; Max-Age=${month}; ${attributes}`)

export const takeCookie = (reply: FastifyReply) => reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`)
