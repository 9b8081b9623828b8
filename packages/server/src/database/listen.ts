/** Being told by the database at once. Behind a pooler nobody is, and the clock by which everybody looks anyway must do. */
import { type Database, poolerOf } from './connect.ts'

export type Listening = { unlisten(): Promise<void> }

/** `onListen` is called whenever listening begins, again too: whatever was said meanwhile is to be looked for. */
export async function listen(
  sql: Database,
  channel: string,
  onNotice: (said: string) => void,
  onListen?: () => void,
): Promise<Listening> {
  if (poolerOf(sql) === 'none') {
    const { unlisten } = await sql.listen(channel, onNotice, onListen)
    return { unlisten: async () => void (await unlisten()) }
  }
  // It would listen on a connection that is somebody else's a moment later.
  onListen?.()
  return { unlisten: async () => {} }
}
