/** The secrets of an export, opened: few, so they are held while the rows they belong to are read. */
import type { Vault } from '../domain/secrets/vault.ts'
import { readLinesOf } from './files.ts'
import { BadExport } from './manifest.ts'

export type Secrets = { of(table: string, key: unknown[], column: string): Buffer | null }

export async function readSecrets(path: string, storeId: number, travelled: Vault): Promise<Secrets> {
  const held = new Map<string, Buffer>()
  const place = (table: string, key: unknown[], column: string) => JSON.stringify([table, key, column])
  for await (const line of readLinesOf(path)) {
    try {
      if ('problem' in line) throw new Error(line.problem)
      const { table, key, column, value } = JSON.parse(line.text)
      held.set(place(table, key, column), travelled.open(storeId, Buffer.from(value, 'base64')))
    } catch {
      throw new BadExport(`secrets.ndjson, line ${line.number}: can’t be opened.`)
    }
  }
  return { of: (table, key, column) => held.get(place(table, key, column)) ?? null }
}
