/** Every screen and its address; a screen is loaded when it is first opened. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Shell } from './shell.tsx'
import { SignedIn } from './signed-in.tsx'

const root = createRootRoute({ component: Outlet })
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./screens/welcome.tsx'), 'Welcome'),
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./screens/sign-in.tsx'), 'SignIn'),
})
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn })
const first = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/first.tsx'), 'First'),
})
const store = createRoute({ getParentRoute: () => signedIn, path: '/$store', component: Shell })

/** Filters, search and the open row live in the address: what is seen can be sent to a colleague. */
const anySearch = (given: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))

const screen = <M extends Record<string, unknown>>(path: string, load: () => Promise<M>, name: keyof M & string) =>
  createRoute({
    getParentRoute: () => store,
    path,
    validateSearch: anySearch,
    component: lazyRouteComponent(load as never, name),
  })

const screens = [screen('/keys', () => import('./screens/keys.tsx'), 'Keys')]

export const router = createRouter({
  routeTree: root.addChildren([welcome, signIn, signedIn.addChildren([first, store.addChildren(screens)])]),
  basepath: '/dashboard',
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
