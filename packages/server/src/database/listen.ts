/** Listening for notifications of the database. Behind a pooler that is impossible, and callers rely on their polling alone. */
import { type Database, poolerOf } from './connect.ts'
import type { Listening } from './driver/listener.ts'

/** `onListen` is called whenever listening starts, also after a reconnect: check then for what was missed. */
export async function listen(
  sql: Database,
  channel: string,
  onNotice: (payload: string) => void,
  onListen?: () => void,
): Promise<Listening> {
  if (poolerOf(sql) === 'none') {
    const { unlisten } = await sql.listen(channel, onNotice, onListen)
    return { unlisten: async () => void (await unlisten()) }
  }
  // The pooler would give the connection to another client a moment later.
  onListen?.()
  return { unlisten: async () => {} }
}
