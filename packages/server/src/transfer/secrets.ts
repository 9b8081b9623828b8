/** The decrypted secrets of an export: few, so they stay in memory while their rows are read. */
import type { Vault } from '../domain/secrets/vault.ts'
import { readLinesOf } from './files.ts'
import { BadExport } from './manifest.ts'

export type ExportSecrets = { of(table: string, key: unknown[], column: string): Buffer | null }

export async function readSecrets(path: string, storeId: number, exportVault: Vault): Promise<ExportSecrets> {
  const secrets = new Map<string, Buffer>()
  const place = (table: string, key: unknown[], column: string) => JSON.stringify([table, key, column])
  for await (const line of readLinesOf(path)) {
    try {
      if ('problem' in line) throw new Error(line.problem)
      const { table, key, column, value } = JSON.parse(line.text)
      secrets.set(place(table, key, column), exportVault.open(storeId, Buffer.from(value, 'base64')))
    } catch {
      throw new BadExport(`secrets.ndjson, line ${line.number}: cannot be decrypted.`)
    }
  }
  return { of: (table, key, column) => secrets.get(place(table, key, column)) ?? null }
}
