/** What the calls of the dashboard work with. */
import type { Database } from '../database/connect.ts'
import type { StoreShelf } from '../domain/stores.ts'
import type { Vault } from '../domain/vault.ts'

export type Rooms = {
  sql: Database
  vault: Vault
  stores: StoreShelf
  /** Where this service is reached from outside. */
  publicUrl: () => string
}
