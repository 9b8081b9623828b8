/** What the calls of the dashboard work with. */
import type { Database } from '../../database/connect.ts'
import type { CheckResult, Integration } from '../../domain/integrations/integrations.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { StoreCache } from '../../domain/stores/stores.ts'

export type DashboardContext = {
  sql: Database
  vault: Vault
  stores: StoreCache
  /** Tries what a store is connected to; the way out of the house is the command line's to give. */
  probes: {
    integration(integration: Integration): Promise<CheckResult>
    webhook(storeId: number, endpointId: string): Promise<CheckResult>
    refuseAddress(url: string): void
    /** Whether addresses of this machine may be called; unsaid, they may not. */
    allowsLoopback?: boolean
  }
  /** How often somebody may ask: `take` refuses, `charge` makes a call count as several. */
  limits: {
    take(bucket: string, perSecond: number): void | Promise<void>
    charge(bucket: string, perSecond: number, cost: number): void
  }
  /** The installation has a mail server of its own; without, links come from its command line. */
  hasMail?: boolean
  /** Where this service is reached from outside. */
  publicUrl: () => string
}
