/** Every screen and its URL; a screen is loaded when it is first opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Shell } from './shell.tsx'
import { SignedIn } from './signed-in.tsx'

const root = createRootRoute({ component: Outlet })
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./screens/sign-in/follow-link.tsx'), 'FollowLink'),
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (typeof to === 'string' ? { to } : {}),
  component: lazyRouteComponent(() => import('./screens/sign-in/sign-in.tsx'), 'SignIn'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./screens/sign-in/accept-invitation.tsx'), 'Invitation'),
})
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./screens/sign-in/forgot-password.tsx'), 'ForgotPassword'),
})
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./screens/sign-in/reset-password.tsx'), 'ResetPassword'),
})
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('./screens/sign-in/confirm-email.tsx'), 'ConfirmEmail'),
})
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })
const first = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/stores/first-store.tsx'), 'FirstStore'),
})
const store = createRoute({ getParentRoute: () => signedIn, path: '/$store', component: Shell })

/** Filters, search and the open row are in the URL, so that a view can be shared. */
const anySearch = (given: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))

const screen = <M extends Record<string, unknown>>(path: string, load: () => Promise<M>, name: keyof M & string) =>
  createRoute({
    getParentRoute: () => store,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(load as never, name),
  })

const screens = [
  screen('/', () => import('./screens/home/home.tsx'), 'Home'),
  screen('/subscriptions', () => import('./screens/subscriptions/subscriptions.tsx'), 'Subscriptions'),
  screen('/products', () => import('./screens/products/products.tsx'), 'Products'),
  screen('/topics', () => import('./screens/topics/topics.tsx'), 'TopicsScreen'),
  screen('/topics/template', () => import('./screens/topics/template-editor.tsx'), 'TemplateEditor'),
  screen('/outbox', () => import('./screens/outbox/outbox.tsx'), 'Outbox'),
  screen('/analytics', () => import('./screens/analytics/analytics.tsx'), 'Analytics'),
  screen('/integrations', () => import('./screens/integrations/integrations.tsx'), 'Integrations'),
  screen('/webhooks', () => import('./screens/webhooks/webhooks.tsx'), 'Webhooks'),
  screen('/lists', () => import('./screens/lists/lists.tsx'), 'Lists'),
  screen('/lists/merges', () => import('./screens/lists/merges.tsx'), 'Merges'),
  screen('/lists/types', () => import('./screens/lists/list-types.tsx'), 'ListTypes'),
  screen('/widgets', () => import('./screens/widgets/widgets.tsx'), 'Widgets'),
  screen('/settings', () => import('./screens/settings/general/general.tsx'), 'General'),
  screen('/settings/team', () => import('./screens/settings/team/team.tsx'), 'Team'),
  screen('/settings/privacy', () => import('./screens/settings/privacy/privacy.tsx'), 'Privacy'),
  screen('/settings/identity', () => import('./screens/settings/identity-secret.tsx'), 'IdentitySecret'),
  screen('/settings/health', () => import('./screens/settings/health.tsx'), 'HealthScreen'),
  screen('/settings/audit', () => import('./screens/settings/audit/audit-log.tsx'), 'AuditLog'),
  screen('/account', () => import('./screens/account/account.tsx'), 'Account'),
  screen('/stores', () => import('./screens/stores/stores.tsx'), 'Stores'),
  screen('/keys', () => import('./screens/developers/api-keys.tsx'), 'Keys'),
  screen('/reference', () => import('./screens/developers/api-reference.tsx'), 'Reference'),
]

export const router = createRouter({
  routeTree: root.addChildren([
    welcome,
    signIn,
    invitation,
    forgot,
    reset,
    confirmEmail,
    signedIn.addChildren([first, store.addChildren(screens)]),
  ]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
