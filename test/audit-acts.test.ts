/** The audit log is complete: every act of the dashboard writes a row, and without its row no act happens. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fillShop, markAll, restock, shirt } from '../packages/server/src/dashboard/testing/shop.ts'
import {
  openTestDashboard,
  ours,
  type Person,
  prefixOf,
  type TestDashboard,
} from '../packages/server/src/dashboard/testing/test-dashboard.ts'
import { linkGuest } from '../packages/server/src/domain/merges/merges.ts'
import { add, makeList, products } from '../packages/server/src/http/testing/lists.ts'
import { noteRoutes, type Route } from './fuzz/route-table.ts'

let t: TestDashboard
let routes: Route[]
let owner: Person
let calls: ReturnType<Person['in']>

beforeAll(async () => {
  const says = async () => ({ ok: true, says: 'fine' })
  const probes = { integration: says, webhook: says, refuseAddress: () => {} }
  const noted = await noteRoutes(() => openTestDashboard(undefined, [], { probes }))
  t = noted.built
  routes = noted.routes.filter(({ path }) => path.startsWith('/dashboard/'))
  owner = await t.member('owner')
  calls = owner.in()
  await fillShop(t)
  for (const name of ['ada', 'ben', 'cid']) await ask(t, `${name}@mail.example`)
})
afterAll(() => t.close())

const writing = () => routes.filter(({ method }) => method !== 'GET')
const inStore = (path: string) => path.replace('/dashboard/api/stores/:store', '')
const isStores = ({ path }: Route) => path.startsWith('/dashboard/api/stores/:store/')
const isAct = ({ audit }: Route) => audit === 'act'

test('every route that is not a GET is an act, or says why it is not', () => {
  expect(writing().length).toBeGreaterThan(25)
  const silent = writing().filter(({ audit }) => audit !== 'act' && !(audit && audit.notAnAct.length > 10))
  expect(silent.map(({ path }) => path)).toEqual([])
})

type Sample = { fields?: Record<string, unknown>; path?: string; file?: string }
const webhook = { url: 'https://hooks.example/heartbell' }
const firstWebhook = async () => (await calls.post('/webhooks', webhook)).body.endpointId as string

const firstInvitation = async () => {
  await calls.post('/team', { email: `${randomUUID()}@shop.example`, role: 'viewer' })
  return (await calls.get('/team/invitations')).body.rows[0].invitationId as string
}

/** Of a topic that does not look at stock. */
const newAlert = async () => {
  const address = `${randomUUID()}@mail.example`
  await ask(t, address, { topics: ['comingsoon'] })
  return (await calls.get(`/subscriptions?q=${address}`)).body.rows[0].subscriptionId as string
}

/** A successful call of each act. A new act needs one here. */
const samples: Record<string, () => Promise<Sample>> = {
  '/settings': async () => ({ fields: { name: 'Renamed', settings: { 'min-stock': '2' } } }),
  '/keys': async () => ({ fields: { label: 'till' } }),
  '/keys/revoke': async () => ({ fields: { keyId: (await calls.post('/keys')).body.keyId } }),
  '/team': async () => ({ fields: { email: `${randomUUID()}@shop.example`, role: 'viewer' } }),
  '/team/role': async () => {
    await t.member('viewer')
    return { fields: { userId: (await calls.get('/team')).body.rows.at(-1).userId, role: 'marketer' } }
  },
  '/team/invitations/again': async () => ({ fields: { invitationId: await firstInvitation() } }),
  '/team/invitations/revoke': async () => ({ fields: { invitationId: await firstInvitation() } }),
  '/team/remove': async () => {
    await t.member('viewer')
    return { fields: { userId: (await calls.get('/team')).body.rows.at(-1).userId } }
  },
  '/identity-secret/rotate': async () => ({}),
  '/identity-secret/drop-old': async () => {
    await calls.post('/identity-secret/rotate')
    return {}
  },
  '/merges/:mergeId/undo': async () => {
    const uuid = randomUUID()
    const guest = await t.guest(uuid)
    const list = await makeList(t, guest, { lname: 'Mine' })
    await add(t, guest, list.lid, products(1, 1))
    await linkGuest(t.sql, await t.storeNow(), uuid, `${uuid}@mail.example`)
    const { mergeId } = (await calls.get(`/merges?q=${uuid}@mail.example`)).body.rows[0]
    return { path: `/merges/${mergeId}/undo` }
  },
  '/privacy/look': async () => ({ fields: { email: 'ada@mail.example' } }),
  '/privacy/export': async () => ({ fields: { email: 'ada@mail.example' } }),
  '/privacy/end-sessions': async () => ({ fields: { email: 'ada@mail.example' } }),
  '/privacy/erase': async () => ({ fields: { email: 'cid@mail.example' } }),
  '/privacy/redactions/cancel': async () => {
    const [row] = await t.sql`
      insert into redactions (store_id, redaction_id, source, scope, status, due_at)
      select store_id, gen_random_uuid(), 'shopify', 'shop', 'pending', now() + interval '1 day'
      from stores where pid = ${t.store.pid}
      on conflict (store_id, source, scope, subject) where status in ('held', 'pending')
      do update set due_at = excluded.due_at
      returning redaction_id`
    return { fields: { redactionId: row!.redactionId } }
  },
  '/products/stock': async () => ({ fields: { variantId: shirt, add: 5 } }),
  '/subscriptions/:subscriptionId/end': async () => ({ path: `/subscriptions/${await newAlert()}/end` }),
  '/subscriptions/:subscriptionId/notify': async () => ({ path: `/subscriptions/${await newAlert()}/notify` }),
  '/products/notify': async () => ({ fields: { variantId: shirt, topic: 'backinstock' } }),
  '/imports': async () => ({
    path: `/imports?file=${randomUUID()}`,
    file: 'id,title,link\n901,Bowl,https://shop.example/b\n',
  }),
  '/topics': async () => ({ fields: { topic: 'launch', rule: 'manual' } }),
  '/templates': async () => ({ fields: { topic: 'backinstock', medium: 'email', subject: `Hello ${randomUUID()}` } }),
  '/templates/test': async () => ({ fields: { topic: 'backinstock', medium: 'email', to: 'me@shop.example' } }),
  '/outbox/resend': async () => {
    await calls.post('/templates/test', { topic: 'backinstock', medium: 'email', to: 'me@shop.example' })
    await t.sql`update messages set status = 'failed'`
    const [row] = await t.sql`select message_id from messages limit 1`
    return { fields: { message: `m:${row!.messageId}` } }
  },
  '/outbox/resend-failed': async () => {
    await restock(t, 50)
    await markAll(t, 'failed')
    return {}
  },
  '/integrations': async () => ({
    fields: { kind: 'klaviyo', values: { 'api-key': 'top-secret-token', mode: 'events' } },
  }),
  '/integrations/remove': async () => {
    await calls.post('/integrations', { kind: 'klaviyo', values: { 'api-key': 'top-secret-token', mode: 'events' } })
    return { fields: { kind: 'klaviyo' } }
  },
  '/integrations/test': async () => {
    await calls.post('/integrations', { kind: 'klaviyo', values: { 'api-key': 'top-secret-token', mode: 'events' } })
    return { fields: { kind: 'klaviyo' } }
  },
  '/webhooks': async () => ({ fields: { ...webhook, url: 'https://user:hunter2@hooks.example/new?token=hunter2' } }),
  '/webhooks/remove': async () => ({ fields: { endpointId: await firstWebhook() } }),
  '/webhooks/rotate': async () => ({ fields: { endpointId: await firstWebhook() } }),
  '/webhooks/test': async () => ({ fields: { endpointId: await firstWebhook() } }),
  '/webhooks/replay': async () => ({ fields: { endpointId: await firstWebhook() } }),
}

test('there is a sample of every act in a store', () => {
  const acts = routes.filter((route) => isStores(route) && isAct(route)).map(({ path }) => inStore(path))
  expect(Object.keys(samples).sort()).toEqual(acts.sort())
})

async function make(name: string, { path = name, fields = {}, file }: Sample) {
  if (!file) return await calls.post(path, fields)
  const reply = await t.app.inject({
    method: 'POST',
    url: `/dashboard/api/stores/${prefixOf(t.store)}${path}`,
    headers: { cookie: owner.cookie, 'content-type': 'application/octet-stream', ...ours },
    payload: file,
  })
  return { status: reply.statusCode, body: reply.json() }
}

/** The content of every table except sessions, which store when they were last used. */
async function fingerprint(): Promise<Record<string, string>> {
  const tables = await t.sql<{ name: string }[]>`
    select table_name as name
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('dashboard_sessions', 'migrations')`
  const marks: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await t.sql`
      select md5(coalesce(string_agg(line, '' order by line), '')) as mark
      from (select kept::text as line from ${t.sql(name)} kept) lines`
    marks[name] = row!.mark
  }
  return marks
}

describe.each(Object.entries(samples))('%s', (name, prepare) => {
  test('does not happen if its audit row cannot be written', async () => {
    const sample = await prepare()
    const before = await fingerprint()
    await t.sql`alter table audit_log add constraint closed check (false) not valid`
    try {
      expect((await make(name, sample)).status).toBe(500)
    } finally {
      await t.sql`alter table audit_log drop constraint closed`
    }
    expect(await fingerprint()).toEqual(before)
  })

  test('writes a row with who, from where and what, without secrets', async () => {
    const sample = await prepare()
    const count = async () => (await t.sql`select count(*)::integer as n from audit_log`)[0]!.n as number
    const before = await count()
    const reply = await make(name, sample)
    expect([reply.status, reply.body]).toEqual([200, reply.body])
    expect(await count()).toBeGreaterThan(before)
    const [row] = await t.sql`select * from audit_log order by happened_at desc, entry_id desc limit 1`
    expect(row).toMatchObject({ actorKind: 'user', actorAddress: '127.0.0.1', actorAgent: 'lightMyRequest' })
    expect(JSON.stringify(row)).not.toMatch(/hunter2|top-secret|whsec_|hb_|cid@mail|ada@mail|me@shop/)
  })
})
