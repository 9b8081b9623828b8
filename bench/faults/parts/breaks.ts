/** Guards removed on purpose, each of which must make the run fail: a zero from a check that cannot fail means nothing. */
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '../../../packages/server/src/database/connect.ts'

export const guards = {
  'ack-first': 'a proxy answers each write before it passes it on',
  unlogged: 'items are kept in a table that a crash of PostgreSQL empties',
  twice: 'each item is saved a second time under another key',
} as const

export type Guard = keyof typeof guards

export const isGuard = (word: string): word is Guard => Object.hasOwn(guards, word)

/** Guards inside the database. */
export async function breakDatabase(sql: Database, guard: Guard | undefined): Promise<void> {
  if (guard === 'unlogged') await sql`alter table items set unlogged`
  if (guard !== 'twice') return
  await sql.unsafe(`
    create function save_again() returns trigger language plpgsql as $$
    begin
      if new.variant_id not like '%-again' then
        new.variant_id := new.variant_id || '-again';
        insert into items (store_id, list_id, variant_id, product_id, item_id, url, title)
        values (new.store_id, new.list_id, new.variant_id, new.product_id, new.item_id, new.url, new.title)
        on conflict do nothing;
      end if;
      return null;
    end $$;
    create trigger save_again after insert on items for each row execute function save_again()`)
}

export type Proxy = { url: URL; close: () => void }

/** Acknowledges everything at once, without waiting for the server. */
export async function openHastyProxy(server: URL): Promise<Proxy> {
  const agent = new Agent({ keepAlive: true })
  const proxy = createServer((asked, answer) => {
    const passed = request(new URL(asked.url!, server), { method: asked.method, headers: asked.headers, agent })
    passed.on('response', (reply) => reply.resume())
    passed.on('error', () => {})
    asked.pipe(passed)
    asked.on('end', () => answer.end('{}'))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const close = () => {
    proxy.close()
    proxy.closeAllConnections()
    agent.destroy()
  }
  return { url: new URL(`http://127.0.0.1:${port}`), close }
}
