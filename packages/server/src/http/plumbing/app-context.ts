/** What every route reaches: the database, the stores in memory, the limits and the switches of this process. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import type { Database } from '../../database/connect.ts'
import type { Checked, Integration } from '../../domain/integrations/integrations.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { MaintenanceWatch } from '../../domain/stores/maintenance.ts'
import type { StoreCache } from '../../domain/stores/stores.ts'
import type { RateLimits } from './limits.ts'

/** Trying on demand what a store is connected to; the way out of the house is the command line's to give. */
export type Probes = {
  integration(integration: Integration): Promise<Checked>
  webhook(storeId: number, endpointId: string): Promise<Checked>
  /** Throws for an address that is never called. */
  refuseAddress(url: string): void
  /** Whether addresses of this machine may be called; unsaid, they may not. */
  allowsLoopback?: boolean
}

export type AppContext = {
  /** Not for the routes: theirs is the `sql` of each call, which may be a transaction. */
  pool: Database
  stores: StoreCache
  vault: Vault
  probes: Probes
  limits: RateLimits
  maintenance: MaintenanceWatch
  /** Where our own pages are, for links in messages; known once we listen. */
  publicUrl: () => string
  /** This process stops soon: whoever sends it callers should send them elsewhere. */
  isLeaving: () => boolean
  /** Tests read every reply back through the contract; a reply that breaks it answers 500. */
  checkReplies: boolean
  /** Tests throw here to see what a fault of our own looks like from outside. */
  fault: ((endpoint: Endpoint) => void | Promise<void>) | undefined
}
