/** The entry point of the dashboard: its pages and all of its routes. */
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account/account.ts'
import { emailChangeRoutes } from './account/email-change.ts'
import { forgottenRoutes } from './account/forgotten-password.ts'
import { invitationRoutes } from './account/invitations.ts'
import { secondFactorRoutes } from './account/second-factor.ts'
import { signInRoutes } from './account/sign-in.ts'
import { teamRoutes } from './account/team.ts'
import type { DashboardContext } from './plumbing/dashboard-context.ts'
import { fileRoutes } from './plumbing/files.ts'
import { makeFreshness } from './plumbing/stale-while-counting.ts'
import { analyticsRoutes } from './screens/analytics.ts'
import { demandValueRoutes } from './screens/demand-value.ts'
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

export async function dashboardRoutes(
  scope: FastifyInstance,
  context: DashboardContext,
  folder?: string,
): Promise<void> {
  await fileRoutes(scope, folder)
  signInRoutes(scope, context)
  forgottenRoutes(scope, context)
  accountRoutes(scope, context)
  emailChangeRoutes(scope, context)
  secondFactorRoutes(scope, context)
  invitationRoutes(scope, context)
  storeRoutes(scope, context)
  keyRoutes(scope, context)
  teamRoutes(scope, context)
  auditRoutes(scope, context)
  secretRoutes(scope, context)
  healthRoutes(scope, context)
  listRoutes(scope, context)
  mergeRoutes(scope, context)
  widgetRoutes(scope, context)
  privacyRoutes(scope, context)
  const fresh = makeFreshness()
  homeRoutes(scope, context, fresh)
  subscriptionRoutes(scope, context)
  productRoutes(scope, context, fresh)
  restockRoutes(scope, context)
  importRoutes(scope, context)
  topicRoutes(scope, context)
  templateRoutes(scope, context)
  outboxRoutes(scope, context)
  analyticsRoutes(scope, context, fresh)
  demandValueRoutes(scope, context)
  integrationRoutes(scope, context)
  webhookRoutes(scope, context)
}
