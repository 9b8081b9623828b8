/** Mounts the routes beside the API on the same port: dashboard, hooks, pages, files. */
import { dashboardRoutes } from '../../dashboard/routes.ts'
import { hookRoutes } from '../../hooks/routes.ts'
import type { AppOptions } from '../../http/app.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import { clientFileRoutes } from '../../pages/client-files.ts'
import { pageRoutes } from '../../pages/routes.ts'
import { sharedRoutes } from '../../pages/shared/shared-list.ts'

/** `fetch`: outgoing requests to platforms. `hasMail`: dashboard users can get e-mail. */
export const mountRoutes = (fetch: SafeFetch, { hasMail }: { hasMail: boolean }): NonNullable<AppOptions['mounts']> => [
  (scope, context) => dashboardRoutes(scope, { ...context, sql: context.sql.as('dashboard'), hasMail }),
  (scope, context) => hookRoutes(scope, { ...context, fetch }),
  pageRoutes,
  clientFileRoutes,
  sharedRoutes,
]
