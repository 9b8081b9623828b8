/** What the routes of the dashboard work with. */
import type { Database } from '../../database/connect.ts'
import type { CheckResult, Integration } from '../../domain/integrations/integrations.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { StoreCache } from '../../domain/stores/stores.ts'

export type DashboardContext = {
  sql: Database
  vault: Vault
  stores: StoreCache
  /** Tests connections of a store; the command line supplies the guarded HTTP client. */
  probes: {
    integration(integration: Integration): Promise<CheckResult>
    webhook(storeId: number, endpointId: string): Promise<CheckResult>
    refuseAddress(url: string): void
    /** Whether addresses of this machine may be called; by default not. */
    allowsLoopback?: boolean
  }
  /** Rate limits: `take` refuses, `charge` makes a call count as several. */
  limits: {
    take(bucket: string, perSecond: number): void | Promise<void>
    charge(bucket: string, perSecond: number, cost: number): void
  }
  /** The installation has a mail server; without one, links come from its command line. */
  hasMail?: boolean
  /** The public address of this server. */
  publicUrl: () => string
}
