/** What every route can use: the database, the store cache, the rate limits and the switches of this process. */
import type { Endpoint } from '@heartbell/contract/endpoint'
import type { Database } from '../../database/connect.ts'
import type { CheckResult, Integration } from '../../domain/integrations/integrations.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { MaintenanceWatch } from '../../domain/stores/maintenance.ts'
import type { StoreCache } from '../../domain/stores/stores.ts'
import type { RateLimits } from './limits.ts'

/** Tests a store's connections on request. Injected, because http/ makes no outgoing calls itself. */
export type Probes = {
  integration(integration: Integration): Promise<CheckResult>
  webhook(storeId: number, endpointId: string): Promise<CheckResult>
  /** Throws for a URL that may not be called. */
  refuseAddress(url: string): void
  /** Whether addresses of this machine may be called; default: no. */
  allowsLoopback?: boolean
}

export type AppContext = {
  /** Not for routes: they use the `sql` of their call, which may be a transaction. */
  pool: Database
  stores: StoreCache
  vault: Vault
  probes: Probes
  limits: RateLimits
  maintenance: MaintenanceWatch
  /** The base URL of our own pages, for links in messages; known once the server listens. */
  publicUrl: () => string
  /** This process stops soon: load balancers should use another one. */
  isLeaving: () => boolean
  /** For tests: checks every answer against the contract; a violation is answered with 500. */
  checkReplies: boolean
  /** For tests: throws to simulate an internal error. */
  fault: ((endpoint: Endpoint) => void | Promise<void>) | undefined
}
