/** A write that is not queued: it fails when offline. Queued changes are sent first. */
import type { Client } from '../client.ts'
import type { WireRecord } from '../names.ts'
import { newKey } from './new-key.ts'

export async function writeNow(client: Client, path: string, fields: WireRecord): Promise<unknown> {
  await client.flush()
  try {
    return await client.ask(path, fields, newKey())
  } finally {
    client.dropCache()
  }
}
