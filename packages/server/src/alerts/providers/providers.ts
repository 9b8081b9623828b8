/** The provider of a store's messages: its own integration, or else the installation's. */
import type { Channel } from '../../channels/channel.ts'
import { openSmtp } from '../../channels/mail/smtp.ts'
import { openOutbox } from '../../channels/outbox.ts'
import { openTwilio, readTwilioUrl } from '../../channels/twilio.ts'
import type { Sql } from '../../database/connect.ts'
import { listIntegrations } from '../../domain/integrations/integrations.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { type Store, storeIdOf } from '../../domain/stores/stores.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import { channelTypes, hostOf, type OpenedChannel, openIntegration } from './integration-channels.ts'

export type ProviderMedium = 'email' | 'sms' | 'whatsapp' | 'push'

export type Provider = {
  /** Stored with the delivery: `klaviyo`, `smtp`, `outbox` … */
  name: string
  channel: Channel
  /** Messages a second and a minute that it accepts from one store. */
  limits?: { perSecond?: number; perMinute?: number }
  /** It knows who waits and sends the alerts itself: nothing is sent from here. */
  takesOver?: true
}

export type Providers = {
  /** `letter`: a system message (a confirmation, a shared list), which an ESP's flow can't write. Null: no provider for this medium. */
  find(store: Pick<Store, 'storeId'>, medium: ProviderMedium, what?: 'alert' | 'letter'): Promise<Provider | null>
  /** The mail server of the installation itself, and of no store; null where there is none. */
  readonly installationMail: Channel | null
  close(): void
}

export type ProvidersOptions = {
  sql: Sql
  vault: Vault
  fetch: SafeFetch
  mailUrl: string
  smsUrl: string
  publicUrl: string | (() => string)
  /** Its visitors cause messages to any address, so they stay in the outbox, unless the store has a provider of its own. */
  demoPid?: string | null | undefined
  /** For tests: mail servers on the same machine. */
  allowLoopback?: boolean
}

/** How long a store's integrations are cached. */
const trustMillis = 2_000
const mostStores = 5_000
/** A replaced channel stays open this long for messages that are being sent. */
const graceMillis = 60_000

type CachedChannel = { updatedAt: Date; opened: OpenedChannel; kind: string }
type CachedProviders = { until: number; held: Promise<Map<string, CachedChannel>> }

export function openProviders(options: ProvidersOptions): Providers {
  const { sql, vault, fetch, allowLoopback = false } = options
  const publicUrl = () => (typeof options.publicUrl === 'string' ? options.publicUrl : options.publicUrl())
  const installation = openInstallationProviders(options, publicUrl)
  const ofDemo = openInstallationProviders({ ...options, mailUrl: 'outbox:', smsUrl: 'outbox:' }, publicUrl)
  const demoStoreId = options.demoPid ? storeIdOf(options.demoPid) : null
  const caches = new Map<number, CachedProviders>()

  const read = async (storeId: number, before: Map<string, CachedChannel>) => {
    const found = (await listIntegrations(sql, vault, storeId)).filter(({ enabled }) => enabled)
    const after = new Map<string, CachedChannel>()
    for (const integration of found) {
      const { integrationId, updatedAt, kind } = integration
      const known = before.get(integrationId)
      const isSame = known?.updatedAt.getTime() === updatedAt.getTime()
      const opened = isSame ? known!.opened : openIntegration(integration, { fetch, publicUrl, allowLoopback })
      if (opened) after.set(integrationId, { updatedAt, opened, kind })
    }
    for (const [id, held] of before)
      if (after.get(id)?.opened !== held.opened) setTimeout(() => held.opened.channel.close(), graceMillis).unref()
    return after
  }

  const look = (storeId: number): Promise<Map<string, CachedChannel>> => {
    const cached = caches.get(storeId)
    if (cached && cached.until > performance.now()) return cached.held
    const before =
      cached?.held.catch(() => new Map<string, CachedChannel>()) ?? Promise.resolve(new Map<string, CachedChannel>())
    const held = before.then((known) => read(storeId, known))
    if (!cached && caches.size >= mostStores) forgetOldest(caches)
    caches.delete(storeId)
    caches.set(storeId, { until: performance.now() + trustMillis, held })
    // When the database does not answer, open channels stay open, and the next call asks again.
    held.catch(() => caches.set(storeId, { until: 0, held: before }))
    return held
  }

  return {
    installationMail: installation.email && installation.email.name !== 'outbox' ? installation.email.channel : null,
    async find({ storeId }, medium, what = 'alert') {
      const own = [...(await look(storeId)).values()]
        .filter(({ opened }) => opened.media.includes(medium) && (what === 'alert' || opened.letters))
        .sort((one, other) => channelTypes.indexOf(one.kind) - channelTypes.indexOf(other.kind))[0]
      if (!own) return (storeId === demoStoreId ? ofDemo : installation)[medium] ?? null
      const { channel, limits, takesOver } = own.opened
      return { name: own.kind, channel, ...(limits && { limits }), ...(takesOver && { takesOver }) }
    },
    close() {
      for (const provider of Object.values(installation)) provider.channel.close()
      for (const { held } of caches.values()) void held.then(closeAll, () => {})
      caches.clear()
    },
  }
}

function forgetOldest(caches: Map<number, CachedProviders>): void {
  const [storeId, cached] = caches.entries().next().value!
  caches.delete(storeId)
  setTimeout(() => void cached.held.then(closeAll, () => {}), graceMillis).unref()
}

const closeAll = (held: Map<string, CachedChannel>) => {
  for (const { opened } of held.values()) opened.channel.close()
}

/** The providers from the installation's settings, for every store. */
function openInstallationProviders(
  { mailUrl, smsUrl, fetch }: ProvidersOptions,
  publicUrl: () => string,
): Partial<Record<ProviderMedium, Provider>> {
  const isOutbox = (url: string) => new URL(url).protocol === 'outbox:'
  const outbox = (): Provider => ({ name: 'outbox', channel: openOutbox() })
  return {
    email: isOutbox(mailUrl) ? outbox() : { name: 'smtp', channel: openSmtp(mailUrl, hostOf(publicUrl())) },
    // Without a provider of its own a store may try it out; no installation has an account for all.
    ...(isOutbox(smsUrl) && { whatsapp: outbox() }),
    sms: isOutbox(smsUrl) ? outbox() : { name: 'twilio', channel: openTwilio({ fetch, ...readTwilioUrl(smsUrl) }) },
  }
}
