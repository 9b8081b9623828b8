/** For tests: the whole app with the dashboard, and signed-in people. */
import { randomUUID } from 'node:crypto'
import type { Role } from '@heartbell/contract/dashboard/route'
import type { onSendAsyncHookHandler } from 'fastify'
import { storePrefix } from '../../domain/secrets/ids.ts'
import { makeSignInLink, openSession } from '../../domain/staff/sign-in.ts'
import { fromTests, makeMember } from '../../domain/staff/testing/team-members.ts'
import { type NewStore, storeIdOf } from '../../domain/stores/stores.ts'
import type { AppOptions } from '../../http/app.ts'
import { openTestApp, type Reply, type TestApp } from '../../http/testing/test-app.ts'
import { writeCookie } from '../plumbing/cookie.ts'
import { dashboardRoutes } from '../routes.ts'

type Calls = {
  get(path: string): Promise<Reply>
  post(path: string, fields?: Record<string, unknown>, headers?: Record<string, string>): Promise<Reply>
}
/** `in` calls routes of a store, by default the test's own. */
export type Person = Calls & { cookie: string; in(store?: NewStore): Calls }

export type TestDashboard = TestApp & {
  stranger: Person
  /** The operator, who has the command line. */
  operator(): Promise<Person>
  member(role: Role, store?: NewStore): Promise<Person>
}

export const prefixOf = ({ pid }: Pick<NewStore, 'pid'>) => storePrefix(storeIdOf(pid)!)

/** Every request of a page has this header. */
export const ours = { 'x-heartbell': 'dashboard' }

/** An answer that breaks the dashboard's contract becomes a 500, which no test expects. */
const checkAnswer: onSendAsyncHookHandler = async (request, reply, payload) => {
  const { answer } = request.routeOptions.config
  const isJson = String(reply.getHeader('content-type')).includes('json')
  if (answer && isJson && reply.statusCode === 200) answer.parse(JSON.parse(String(payload)))
  return payload
}

/** `others` are entry points besides the dashboard. */
export async function openTestDashboard(
  folder?: string,
  others: AppOptions['mounts'] = [],
  options: Partial<AppOptions> = {},
): Promise<TestDashboard> {
  const mounts: AppOptions['mounts'] = [
    (scope, context) => {
      scope.addHook('onSend', checkAnswer)
      return dashboardRoutes(scope, { ...context, hasMail: true }, folder)
    },
    ...others,
  ]
  const t = await openTestApp({ mounts, ...options })
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    cookie: string,
    payload?: object,
    headers: object = ours,
  ) => {
    const reply = await t.app.inject({
      method,
      url: `/dashboard/api${path}`,
      headers: { cookie, ...(method === 'POST' && headers) },
      ...(payload && { payload }),
    })
    const isJson = String(reply.headers['content-type']).includes('json')
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.body, headers: reply.headers }
  }
  const calls = (cookie: string, base = ''): Calls => ({
    get: (path) => call('GET', base + path, cookie),
    post: (path, fields = {}, headers = ours) => call('POST', base + path, cookie, fields, headers),
  })
  const person = (cookie: string): Person => ({
    ...calls(cookie),
    cookie,
    in: (store = t.store) => calls(cookie, `/stores/${prefixOf(store)}`),
  })
  const follow = async (token: string) => {
    const { status, headers } = await call('POST', '/follow-link', '', { token })
    if (status !== 200) throw new Error(`The link answered ${status}.`)
    return person(String(headers['set-cookie']).split(';')[0]!)
  }
  return {
    ...t,
    stranger: person(''),
    operator: async () => follow(await makeSignInLink(t.sql)),
    member: async (role, store = t.store) => {
      const email = `${role}-${randomUUID()}@shop.example`
      const user = await makeMember(t.sql, storeIdOf(store.pid)!, { email, role })
      return person(writeCookie((await openSession(t.sql, user, fromTests)).token))
    },
  }
}
