/** A write that waits for nobody's return: refused when offline. What was queued goes first. */
import type { Client } from './client.ts'
import { newKey } from './identity.ts'
import type { WireRecord } from './names.ts'

export async function writeNow(client: Client, path: string, fields: WireRecord): Promise<unknown> {
  await client.flush()
  try {
    return await client.ask(path, fields, newKey())
  } finally {
    client.dropCache()
  }
}
