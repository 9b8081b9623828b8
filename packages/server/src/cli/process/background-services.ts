/**
 * All background services in one process: alerts, messages, webhooks, housekeeping. Closing them does not wait for slow servers.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { register } from 'prom-client'
import { startEngine } from '../../alerts/engine.ts'
import { startHousekeeping } from '../../alerts/housekeeping.ts'
import { startForwards } from '../../alerts/outgoing/forwards.ts'
import { startMessages } from '../../alerts/outgoing/messages.ts'
import { startStaffMails } from '../../alerts/outgoing/staff-mails.ts'
import { startWebhooks } from '../../alerts/outgoing/webhooks.ts'
import { openProviders, type ProviderMedium } from '../../alerts/providers/providers.ts'
import { type EngineMetrics, makeEngineMetrics } from '../../alerts/sending/metrics.ts'
import { connect, type Database } from '../../database/connect.ts'
import { defaultHealthProbe } from '../../database/driver/health-probe.ts'
import { planDue } from '../../domain/planning/plan.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { openStoreCache } from '../../domain/stores/stores.ts'
import { startHookWork } from '../../hooks/background-work.ts'
import { openLetters } from '../../letters/template-cache.ts'
import { openOutgoingHttp } from '../../net/safe-fetch.ts'
import type { Config } from '../settings/settings.ts'
import { noteDeliveries } from './delivery-log.ts'

/**
 * Milliseconds that closing waits, for example for a slow mail server. Interrupted messages are sent by another process when
 * their lease expires.
 */
const CLOSE_MILLIS = 4_000
/** Planning, claiming, settling and housekeeping run at the same time. */
const CONNECTIONS = 5

export type BackgroundServices = { metrics: EngineMetrics; close: () => Promise<void> }

export type BackgroundServicesOptions = {
  databaseUrl: string
  vault: Vault
  /** The address that shoppers use, for links. */
  publicUrl: string
  logger: Logger
  demoPid?: string | undefined
  /** Keeps the vault up to date while this runs; returns how to stop. */
  follow?: ((sql: Database) => () => void) | undefined
}

export async function openBackgroundServices(
  config: Pick<Config, 'mailUrl' | 'smsUrl'> & Partial<Pick<Config, 'allowLoopback'>>,
  { databaseUrl, vault, publicUrl, logger, follow, demoPid }: BackgroundServicesOptions,
): Promise<BackgroundServices> {
  const sql = connect({
    url: databaseUrl,
    connections: CONNECTIONS,
    name: 'heartbell alerts',
    healthProbe: defaultHealthProbe,
  })
  const wayOut = openOutgoingHttp({ allowLoopback: config.allowLoopback ?? false })
  const providers = openProviders({ ...config, sql, vault, fetch: wayOut.fetch, publicUrl, demoPid })
  const warn = (sentence: string, error?: unknown) => logger.warn({ err: error }, sentence)
  const running: { stop(): Promise<void> }[] = []
  const close = async () => {
    await Promise.race([Promise.all(running.map((one) => one.stop())), pause(CLOSE_MILLIS)])
    providers.close()
    await Promise.all([sql.end({ timeout: 1 }), wayOut.close()])
  }
  try {
    const stores = await openStoreCache(sql, vault)
    running.push({ stop: () => stores.close() })
    const stopFollowing = follow?.(sql)
    running.push({ stop: async () => stopFollowing?.() })
    const metrics = makeEngineMetrics(register)
    const find = async (storeId: number, medium: string) =>
      (await providers.find({ storeId }, medium as ProviderMedium, 'letter'))?.channel ?? null
    running.push(
      await startEngine(sql, {
        ...{ stores, providers, plan: planDue, warn, metrics },
        note: noteDeliveries(logger),
        compose: openLetters(sql, { publicUrl: () => publicUrl, warn }),
      }),
      await startMessages(sql, { find, warn }),
      await startStaffMails(sql, { vault, channel: providers.installationMail, publicUrl, warn }),
      await startWebhooks(sql, { vault, fetch: wayOut.fetch, warn }),
      startForwards(sql, { vault, fetch: wayOut.fetch, warn }),
      startHousekeeping(sql, { stores, warn }),
      await startHookWork({ sql, vault, fetch: wayOut.fetch, warn }),
    )
    return { metrics, close }
  } catch (error) {
    await close()
    throw error
  }
}
