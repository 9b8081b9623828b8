/** What every route reaches: the database, the stores in memory, the limits and the switches of this process. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import type { Database } from '../database/connect.ts'
import type { MaintenanceWatch } from '../domain/maintenance.ts'
import type { StoreShelf } from '../domain/stores.ts'
import type { Limits } from './limits.ts'

export type Rooms = {
  /** Not for the routes: theirs is the `sql` of each call, which may be a transaction. */
  pool: Database
  stores: StoreShelf
  limits: Limits
  maintenance: MaintenanceWatch
  /** Where our own pages are, for links in messages; known once we listen. */
  publicUrl: () => string
  /** Tests read every reply back through the contract; a reply that breaks it answers 500. */
  checkReplies: boolean
  /** Tests throw here to see what a fault of our own looks like from outside. */
  fault: ((endpoint: Endpoint) => void | Promise<void>) | undefined
}
