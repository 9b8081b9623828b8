/** The cookies of a session and of a browser. Their `__Host-` names bind them to this host and to TLS. */
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Browsers also accept it from localhost without TLS. */
const session = '__Host-heartbell'
/** Marks a browser that has signed in before, so that guesses from elsewhere don't slow it down. It grants nothing. */
const device = '__Host-heartbell-device'
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict'
const month = 30 * 24 * 3600
const year = 365 * 24 * 3600

function read({ headers }: FastifyRequest, name: string): string | null {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const [word, value] = pair.trim().split('=')
    if (word === name && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}

export const readCookie = (request: FastifyRequest) => read(request, session)
export const readDevice = (request: FastifyRequest) => read(request, device)

/** As a browser sends it. */
export const writeCookie = (token: string) => `${session}=${token}`

export const giveCookie = (reply: FastifyReply, token: string) =>
  reply.header('set-cookie', `${writeCookie(token)}; Max-Age=${month}; ${attributes}`)

export const giveDevice = (reply: FastifyReply, token: string) =>
  reply.header('set-cookie', `${device}=${token}; Max-Age=${year}; ${attributes}`)

export const takeCookie = (reply: FastifyReply) => reply.header('set-cookie', `${session}=; Max-Age=0; ${attributes}`)
