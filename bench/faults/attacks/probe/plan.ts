/**
 * Who may call each route, written a second time and apart from the code. A route that is missing here has no probes, and a
 * test fails until it is added.
 */

import type { Role } from '@heartbell/contract/dashboard/route'
import { allEndpoints } from '@heartbell/contract/endpoints'
import type { Route } from '../../../../test/fuzz/route-table.ts'

/**
 * `api`: as the contract says. `member`: has this role or a higher one in the store of the path. `person`: any signed-in user,
 * about themselves. `operator`: runs the installation. `anybody`: no identity required. `link`: has a link from a mail.
 * `hook`: a platform or provider that signs. `public`: the same bytes for everybody.
 */
export type Plan =
  | { who: 'api'; auth: 'store' | 'shopper' | 'open' }
  | { who: 'member'; needs: Role }
  | { who: 'person' | 'operator' | 'anybody' | 'link' | 'hook' | 'public' }

const perStore: Record<Role, readonly string[]> = {
  owner: [],
  admin: [
    'POST /settings',
    'GET /keys',
    'POST /keys',
    'POST /keys/revoke',
    'POST /team',
    'POST /team/remove',
    'POST /team/role',
    'GET /team/invitations',
    'POST /team/invitations/again',
    'POST /team/invitations/revoke',
    'GET /audit',
    'GET /identity-secret',
    'POST /identity-secret/rotate',
    'POST /identity-secret/drop-old',
    'GET /health',
    'POST /merges/:mergeId/undo',
    'POST /privacy/look',
    'POST /privacy/export',
    'POST /privacy/erase',
    'POST /privacy/end-sessions',
    'GET /privacy/redactions',
    'POST /privacy/redactions/cancel',
    'POST /integrations',
    'POST /integrations/remove',
    'POST /integrations/test',
    'POST /webhooks',
    'POST /webhooks/remove',
    'POST /webhooks/rotate',
    'POST /webhooks/test',
    'POST /webhooks/replay',
  ],
  marketer: [
    'POST /imports/preview',
    'POST /imports',
    'POST /outbox/resend',
    'POST /outbox/resend-failed',
    'POST /products/stock',
    'POST /products/notify',
    'POST /subscriptions/:subscriptionId/end',
    'POST /subscriptions/:subscriptionId/notify',
    'POST /templates',
    'POST /templates/test',
    'POST /topics',
    'POST /widgets/check',
  ],
  viewer: [
    'GET /settings',
    'GET /team',
    'GET /lists',
    'GET /lists/:listId',
    'GET /lists/:listId/items',
    'GET /merges',
    'GET /merges/:mergeId',
    'GET /widget-preview',
    'GET /home',
    'GET /subscriptions',
    'GET /subscriptions/:subscriptionId',
    'GET /products',
    'GET /product',
    'POST /products/dry-run',
    'GET /topics',
    'GET /templates',
    'GET /templates/one',
    'POST /templates/preview',
    'POST /templates/frame',
    'GET /outbox',
    'GET /outbox/message',
    'GET /outbox/frame',
    'GET /analytics',
    'GET /analytics/days',
    'GET /analytics/topics',
    'GET /analytics/demand',
    'GET /analytics/lift',
    'GET /analytics/conversion',
    'GET /analytics/demand-value',
    'GET /analytics/order-list',
    'GET /integrations',
    'GET /integrations/calls',
    'GET /webhooks',
    'GET /webhooks/deliveries',
    'GET /imports/progress',
  ],
}

type Other = Exclude<Plan['who'], 'api' | 'member'>

const others: Record<Other, readonly string[]> = {
  person: [
    'GET /dashboard/api/me',
    'POST /dashboard/api/me',
    'GET /dashboard/api/me/sessions',
    'POST /dashboard/api/me/sessions/end',
    'POST /dashboard/api/me/setup',
    'POST /dashboard/api/me/password',
    'POST /dashboard/api/me/email',
    'POST /dashboard/api/me/email/again',
    'POST /dashboard/api/me/email/cancel',
    'POST /dashboard/api/me/email/confirm',
    'POST /dashboard/api/me/second-factor/begin',
    'POST /dashboard/api/me/second-factor/enable',
    'POST /dashboard/api/me/second-factor/disable',
    'POST /dashboard/api/me/second-factor/codes',
    'POST /dashboard/api/invitations/accept',
  ],
  operator: ['POST /dashboard/api/stores'],
  anybody: [
    'GET /dashboard/api/sign-in',
    'POST /dashboard/api/sign-in',
    'POST /dashboard/api/sign-in/code',
    'POST /dashboard/api/forgot',
    'POST /dashboard/api/reset/look',
    'POST /dashboard/api/reset',
    'POST /dashboard/api/follow-link',
    'POST /dashboard/api/sign-out',
    'POST /dashboard/api/invitations/look',
    'POST /dashboard/api/invitations/join',
    'GET /alerts',
    'POST /alerts',
    'GET /shared/:list',
  ],
  link: [
    'GET /u/:link',
    'POST /u/:link',
    'GET /o/:link',
    'POST /o/:link',
    'GET /c/:link',
    'GET /alerts/confirm/:link',
    'POST /alerts/confirm/:link',
    'GET /alerts/:link',
    'POST /alerts/:link',
  ],
  hook: ['POST /hooks/:kind/:who'],
  public: [
    'GET /metrics',
    'GET /healthz',
    'GET /readyz',
    'GET /openapi.json',
    'GET /docs',
    'GET /docs/start.js',
    'GET /docs/scalar.js',
    'OPTIONS /api/*',
    'GET /dashboard',
    'GET /dashboard/*',
    'GET /dashboard/assets/:file',
    'GET /dashboard/preview.js',
    'GET /client/:version/:file',
  ],
}

const inStore = '/dashboard/api/stores/:store'

function makePlans(): Map<string, Plan> {
  const plans = new Map<string, Plan>()
  for (const [, { method, path, aliases = [], auth }] of allEndpoints)
    for (const one of [path, ...aliases]) plans.set(`${method} ${one}`, { who: 'api', auth })
  for (const [needs, routes] of Object.entries(perStore) as [Role, readonly string[]][])
    for (const route of routes) plans.set(route.replace(' ', ` ${inStore}`), { who: 'member', needs })
  for (const [who, routes] of Object.entries(others) as [Other, readonly string[]][])
    for (const route of routes) plans.set(route, { who })
  return plans
}

const plans = makePlans()

/** Each table of the dashboard is also a file, for the same roles. */
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path.replace(/\.csv$/, '')}`

export type Planned = Route & { plan: Plan }

export type PlannedRoutes = { planned: Planned[]; withoutPlan: string[]; withoutRoute: string[] }

export function planRoutes(routes: readonly Route[]): PlannedRoutes {
  const known = new Set(routes.map(nameOf))
  return {
    planned: routes.flatMap((route) => {
      const plan = plans.get(nameOf(route))
      return plan ? [{ ...route, plan }] : []
    }),
    withoutPlan: [...known].filter((name) => !plans.has(name)),
    withoutRoute: [...plans.keys()].filter((name) => !known.has(name)),
  }
}
