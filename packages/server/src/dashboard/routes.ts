/** The dashboard's door: its pages and all of its calls. */
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account/account.ts'
import { emailChangeRoutes } from './account/email-change.ts'
import { forgottenRoutes } from './account/forgotten-password.ts'
import { invitationRoutes } from './account/invitations.ts'
import { secondFactorRoutes } from './account/second-factor.ts'
import { signInRoutes } from './account/sign-in.ts'
import { teamRoutes } from './account/team.ts'
import type { Rooms } from './plumbing/dashboard-context.ts'
import { fileRoutes } from './plumbing/files.ts'
import { makeFreshness } from './plumbing/stale-while-counting.ts'
import { analyticsRoutes } from './screens/analytics.ts'
import { homeRoutes } from './screens/home.ts'
import { importRoutes } from './screens/imports.ts'
import { listRoutes, mergeRoutes } from './screens/lists.ts'
import { outboxRoutes } from './screens/outbox.ts'
import { privacyRoutes } from './screens/privacy.ts'
import { productRoutes } from './screens/products.ts'
import { restockRoutes } from './screens/restocks.ts'
import { auditRoutes } from './screens/settings/audit.ts'
import { healthRoutes } from './screens/settings/health.ts'
import { integrationRoutes } from './screens/settings/integrations.ts'
import { secretRoutes } from './screens/settings/secrets.ts'
import { keyRoutes, storeRoutes } from './screens/settings/stores.ts'
import { templateRoutes } from './screens/settings/templates.ts'
import { topicRoutes } from './screens/settings/topics.ts'
import { webhookRoutes } from './screens/settings/webhooks.ts'
import { widgetRoutes } from './screens/settings/widgets.ts'
import { subscriptionRoutes } from './screens/subscriptions.ts'

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
