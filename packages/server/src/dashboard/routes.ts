/** The dashboard's door: its pages and all of its calls. */
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account.ts'
import { analyticsRoutes } from './analytics.ts'
import { auditRoutes } from './audit.ts'
import { emailChangeRoutes } from './email-change.ts'
import { fileRoutes } from './files.ts'
import { forgottenRoutes } from './forgotten.ts'
import { makeFreshness } from './freshness.ts'
import { healthRoutes } from './health.ts'
import { homeRoutes } from './home.ts'
import { importRoutes } from './imports.ts'
import { integrationRoutes } from './integrations.ts'
import { invitationRoutes } from './invitations.ts'
import { listRoutes, mergeRoutes } from './lists.ts'
import { outboxRoutes } from './outbox.ts'
import { privacyRoutes } from './privacy.ts'
import { productRoutes } from './products.ts'
import { restockRoutes } from './restocks.ts'
import type { Rooms } from './rooms.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { secretRoutes } from './secrets.ts'
import { signInRoutes } from './sign-in.ts'
import { keyRoutes, storeRoutes } from './stores.ts'
import { subscriptionRoutes } from './subscriptions.ts'
import { teamRoutes } from './team.ts'
import { templateRoutes } from './templates.ts'
import { topicRoutes } from './topics.ts'
import { webhookRoutes } from './webhooks.ts'
import { widgetRoutes } from './widgets.ts'

export async function dashboardRoutes(scope: FastifyInstance, rooms: Rooms, folder?: string): Promise<void> {
  await fileRoutes(scope, folder)
  signInRoutes(scope, rooms)
  forgottenRoutes(scope, rooms)
  accountRoutes(scope, rooms)
  emailChangeRoutes(scope, rooms)
  secondFactorRoutes(scope, rooms)
  invitationRoutes(scope, rooms)
  storeRoutes(scope, rooms)
  keyRoutes(scope, rooms)
  teamRoutes(scope, rooms)
  auditRoutes(scope, rooms)
  secretRoutes(scope, rooms)
  healthRoutes(scope, rooms)
  listRoutes(scope, rooms)
  mergeRoutes(scope, rooms)
  widgetRoutes(scope, rooms)
  privacyRoutes(scope, rooms)
  const fresh = makeFreshness()
  homeRoutes(scope, rooms, fresh)
  subscriptionRoutes(scope, rooms)
  productRoutes(scope, rooms, fresh)
  restockRoutes(scope, rooms)
  importRoutes(scope, rooms)
  topicRoutes(scope, rooms)
  templateRoutes(scope, rooms)
  outboxRoutes(scope, rooms)
  analyticsRoutes(scope, rooms, fresh)
  integrationRoutes(scope, rooms)
  webhookRoutes(scope, rooms)
}
