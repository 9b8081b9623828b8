/** Builds the HTTP application. The process around it (port, signals, database) belongs to cli/. */
import { randomUUID } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Database } from '../database/connect.ts'
import type { Vault } from '../domain/secrets/vault.ts'
import { watchMaintenance } from '../domain/stores/maintenance.ts'
import { openStoreCache, type StoreCache } from '../domain/stores/stores.ts'
import type { AppContext, Probes } from './plumbing/app-context.ts'
import { addBodyParsers, bodyLimit } from './plumbing/bodies.ts'
import { compressAnswers } from './plumbing/compression.ts'
import { allowOrigins } from './plumbing/cors.ts'
import { answerBrokenRequest, answerError, answerRefusals } from './plumbing/errors.ts'
import { makeRateLimits, type RateLimits } from './plumbing/limits.ts'
import { docsRoutes } from './routes/docs.ts'
import { featureRoutes } from './routes/features.ts'
import { healthRoutes, type MetricsOptions, metricsRoutes } from './routes/health.ts'
import { arrangementRoutes } from './routes/shopper/arrangement.ts'
import { browserIdentityRoutes } from './routes/shopper/browser-identity.ts'
import { legacyWishlistRoutes, wishlistRoutes } from './routes/shopper/default-list.ts'
import { identityRoutes } from './routes/shopper/identity.ts'
import { listRoutes } from './routes/shopper/lists.ts'
import { recentlyViewedRoutes } from './routes/shopper/recently-viewed.ts'
import { saveForLaterRoutes } from './routes/shopper/save-for-later.ts'
import { savedAlertRoutes } from './routes/shopper/saved-alerts.ts'
import { sharingRoutes } from './routes/shopper/sharing.ts'
import { shopperSubscriptionRoutes } from './routes/shopper/shopper-subscriptions.ts'
import { socialRoutes } from './routes/shopper/social.ts'
import { subscriptionRoutes } from './routes/shopper/subscriptions.ts'
import { catalogRoutes } from './routes/store/catalog.ts'
import { customerRoutes } from './routes/store/customers.ts'
import { eventRoutes } from './routes/store/events.ts'
import { feedRoutes } from './routes/store/feeds.ts'
import { integrationRoutes } from './routes/store/integrations.ts'
import { orderRoutes } from './routes/store/orders.ts'
import { peopleRoutes } from './routes/store/people.ts'
import { reportRoutes } from './routes/store/reports.ts'
import { storeSubscriptionRoutes } from './routes/store/store-subscriptions.ts'
import { templateRoutes } from './routes/store/templates.ts'
import { topicRoutes } from './routes/store/topics.ts'
import { webhookRoutes } from './routes/store/webhooks.ts'

/** What every mount can use. */
export type MountContext = {
  sql: Database
  vault: Vault
  stores: StoreCache
  probes: Probes
  limits: RateLimits
  publicUrl: () => string
}

export type AppOptions = {
  sql: Database
  vault: Vault
  logger?: FastifyBaseLogger
  /** The addresses of trusted proxies, or their number. */
  trustProxy?: false | number | string[]
  /** Time limits of connections; tests shorten them. */
  clocks?: ConnectionTimeouts
  watching?: MetricsOptions
  publicUrl?: AppContext['publicUrl']
  isLeaving?: AppContext['isLeaving']
  /** Default: each process counts for itself. */
  limits?: RateLimits
  probes?: Probes
  checkReplies?: boolean
  fault?: AppContext['fault']
  /** Other mounts on the same port (platforms, pages, dashboard); each gets a scope of its own. */
  mounts?: readonly ((scope: FastifyInstance, context: MountContext) => void | Promise<void>)[]
}

export type ConnectionTimeouts = {
  /** For all headers of a request, from the start of the connection or the request. */
  headMillis: number
  /** How often the time limit of headers is checked. */
  checkMillis: number
  /** For a whole body. */
  bodyMillis: number
  /** From the answer to a broken request until its connection is destroyed, if the client does not close it. */
  lingerMillis: number
}

const defaultTimeouts: ConnectionTimeouts = {
  headMillis: 20_000,
  checkMillis: 5_000,
  bodyMillis: 30_000,
  lingerMillis: 1_000,
}

export async function buildApp({
  sql,
  vault,
  logger,
  trustProxy = false,
  clocks = defaultTimeouts,
  watching,
  publicUrl = () => 'http://localhost:4000',
  isLeaving = () => false,
  limits = makeRateLimits(),
  probes = noProbes,
  checkReplies = false,
  fault,
  mounts = [],
}: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    // Hop 0 is the connection itself; the next hops are the last addresses of the X-Forwarded-For header.
    trustProxy: typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy,
    bodyLimit,
    // bodies have their own time limits (bodies.ts): a stream of products may take longer than any limit here
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    // Incomplete headers end the connection within 25 s; a client that neither sends nor reads, after five minutes.
    http: { headersTimeout: clocks.headMillis, connectionsCheckingInterval: clocks.checkMillis },
    connectionTimeout: 300_000,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, clocks.lingerMillis),
  }) as unknown as FastifyInstance
  const stores = await openStoreCache(sql, vault)
  const maintenance = await watchMaintenance(sql)
  const context: AppContext = {
    pool: sql,
    stores,
    vault,
    probes,
    limits,
    maintenance,
    publicUrl,
    isLeaving,
    checkReplies,
    fault,
  }
  app.addHook('onClose', async () => {
    await Promise.allSettled([stores.close(), maintenance.close()])
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    done()
  })
  app.decorateRequest('allowedOrigin', null)
  compressAnswers(app)
  addBodyParsers(app, clocks.bodyMillis)
  answerRefusals(app)
  metricsRoutes(app, sql, watching)
  healthRoutes(app, context)
  docsRoutes(app)
  storeRoutes(app, context)
  await app.register(async (scope) => shopperRoutes(scope, context))
  const mountContext: MountContext = { sql, vault, stores, probes, limits, publicUrl }
  for (const mount of mounts) await app.register(async (scope) => mount(scope, mountContext))
  return app
}

/** Called by the store's server with an API key. */
function storeRoutes(app: FastifyInstance, context: AppContext): void {
  identityRoutes(app, context)
  catalogRoutes(app, context)
  feedRoutes(app, context)
  subscriptionRoutes(app, context)
  topicRoutes(app, context)
  templateRoutes(app, context)
  customerRoutes(app, context)
  orderRoutes(app, context)
  storeSubscriptionRoutes(app, context)
  peopleRoutes(app, context)
  eventRoutes(app, context)
  reportRoutes(app, context)
  integrationRoutes(app, context)
  webhookRoutes(app, context)
  legacyWishlistRoutes(app, context)
}

/** Called by browsers, in a scope of their own because of CORS. */
function shopperRoutes(scope: FastifyInstance, context: AppContext): void {
  allowOrigins(scope, context)
  browserIdentityRoutes(scope, context)
  listRoutes(scope, context)
  arrangementRoutes(scope, context)
  savedAlertRoutes(scope, context)
  sharingRoutes(scope, context)
  saveForLaterRoutes(scope, context)
  shopperSubscriptionRoutes(scope, context)
  socialRoutes(scope, context)
  recentlyViewedRoutes(scope, context)
  wishlistRoutes(scope, context)
  featureRoutes(scope, context)
}

/** For processes without outgoing calls. */
const noProbes: Probes = {
  integration: async () => ({ ok: false, says: 'This process makes no outgoing calls.' }),
  webhook: async () => ({ ok: false, says: 'This process makes no outgoing calls.' }),
  refuseAddress: () => {},
}

/** A caller's own request id is used if it is well-formed, because it is written to headers and logs. */
function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9_.:-]{1,64}$/.test(given) ? given : randomUUID()
}
