/** The routes of the shop; `session` is a server route without a page. */
import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/products.tsx'),
  route('wishlist', 'routes/wishlist.tsx'),
  route('session', 'routes/session.ts'),
] satisfies RouteConfig
