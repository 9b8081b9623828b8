/** For browser tests of alerts: the dashboard's service with a running engine that may call this machine. */
import { startEngine } from '../../packages/server/src/alerts/engine.ts'
import { startMessages } from '../../packages/server/src/alerts/outgoing/messages.ts'
import { makeConnectionTests } from '../../packages/server/src/alerts/providers/connection-tests.ts'
import { openProviders, type ProviderMedium } from '../../packages/server/src/alerts/providers/providers.ts'
import { planDue } from '../../packages/server/src/domain/planning/plan.ts'
import { findStore } from '../../packages/server/src/domain/stores/stores.ts'
import { openLetters } from '../../packages/server/src/letters/template-cache.ts'
import { openOutgoingHttp } from '../../packages/server/src/net/safe-fetch.ts'
import { pageRoutes } from '../../packages/server/src/pages/routes.ts'
import { openWorld, type World } from './dashboard.ts'

export async function openWorkingWorld(): Promise<World> {
  const wayOut = openOutgoingHttp({ allowLoopback: true })
  let world: World | undefined
  const publicUrl = () => world?.url ?? ''
  const means = { fetch: wayOut.fetch, publicUrl, allowLoopback: true }
  // The database exists before a connection is tried.
  const probes = () => makeConnectionTests(world!.sql, world!.vault, means)
  const w = await openWorld(undefined, [pageRoutes], {
    publicUrl,
    probes: {
      integration: (integration) => probes().integration(integration),
      webhook: (storeId, endpointId) => probes().webhook(storeId, endpointId),
      refuseAddress: (url) => probes().refuseAddress(url),
    },
  })
  world = w
  const { sql, vault } = w
  const warn = (sentence: string, error?: unknown) => console.warn(sentence, error ?? '')
  const providers = openProviders({
    ...{ sql, vault, publicUrl, fetch: wayOut.fetch, allowLoopback: true },
    ...{ mailUrl: 'outbox:', smsUrl: 'outbox:' },
  })
  const stores = { find: (pid: string) => findStore(sql, vault, pid) }
  const compose = openLetters(sql, { publicUrl, warn })
  const engine = await startEngine(sql, { stores, providers, plan: planDue, compose, warn, tick: 200 })
  const find = async (storeId: number, medium: string) =>
    (await providers.find({ storeId }, medium as ProviderMedium, 'letter'))?.channel ?? null
  const sender = await startMessages(sql, { find, warn, tick: 200 })
  return {
    ...w,
    close: async () => {
      await Promise.all([engine.stop(), sender.stop()])
      providers.close()
      await w.close()
      await wayOut.close()
    },
  }
}
