/** Guards that can be removed from the app: each removal must make the probes fail, otherwise their zero means nothing. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../../packages/server/src/database/connect.ts'
import { openSession } from '../../../../packages/server/src/domain/staff/sign-in.ts'
import { fromTests } from '../../../../packages/server/src/domain/staff/testing/team-members.ts'
import { type User, userColumns } from '../../../../packages/server/src/domain/staff/users.ts'
import { rewriting } from '../../writes/rewrite-statements.ts'

export const guards = {
  door: 'every caller on behalf of a shopper is treated as the victim',
  'forgotten-store': 'messages of the outbox are looked up without their store',
  'role-check': 'every member of a store has every right in it',
  'team-link': 'adding a person to a team signs the caller in as that person, as its link once did',
  'foreign-pages': 'calls from other sites’ pages are accepted as the dashboard’s own',
} as const

export type Guard = keyof typeof guards

/** Guards inside a statement. */
const rewrites: Partial<Record<Guard, [string, string][]>> = {
  'forgotten-store': [['from messages\n    where store_id = ', 'from messages\n    where store_id > 0 * ']],
  'role-check': [['select role\n    from members', "select 'owner' as role\n    from members"]],
}

export const breakStatements = (sql: Database, guard: Guard | undefined): Database =>
  guard && rewrites[guard] ? rewriting(sql, rewrites[guard]) : sql

/** Adds hooks that remove the guard to the app that `build` makes. */
export async function breakApp<T>(sql: Database, guard: Guard | undefined, build: () => Promise<T>): Promise<T> {
  const channel = 'fastify.initialization'
  const add = (message: unknown) => {
    unsubscribe(channel, add)
    const { fastify } = message as { fastify: FastifyInstance }
    if (guard === 'foreign-pages') believePages(fastify)
    if (guard === 'team-link') giveLinks(fastify, sql)
  }
  subscribe(channel, add)
  try {
    return await build()
  } finally {
    unsubscribe(channel, add)
  }
}

function believePages(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    headers['x-heartbell'] = 'dashboard'
    headers['content-type'] = headers['content-type'] === 'text/plain' ? 'application/json' : headers['content-type']
    delete headers['sec-fetch-site']
    delete headers.origin
  })
}

function giveLinks(app: FastifyInstance, sql: Database): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isTeam = request.method === 'POST' && request.url.endsWith('/team') && reply.statusCode === 200
    const { email } = (request.body ?? {}) as { email?: string }
    if (!isTeam || !email) return payload
    const [person] = await sql<User[]>`
      select ${sql.unsafe(userColumns)}
      from users
      where email = ${email}`
    if (!person) return payload
    const { token } = await openSession(sql, person, { ...fromTests, userAgent: 'heartbell-probes' })
    reply.header('set-cookie', `__Host-heartbell=${token}; Path=/; Secure; HttpOnly`)
    return payload
  })
}
