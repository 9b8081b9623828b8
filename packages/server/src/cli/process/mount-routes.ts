/** The doors beside the API's own, on the same port: the dashboard's, the platforms', pages, files. */
import { dashboardRoutes } from '../../dashboard/routes.ts'
import { hookRoutes } from '../../hooks/routes.ts'
import type { AppOptions } from '../../http/app.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import { clientFileRoutes } from '../../pages/client-files.ts'
import { pageRoutes } from '../../pages/routes.ts'
import { sharedRoutes } from '../../pages/shared-list.ts'

/** `fetch`: the way out of the house, for platforms that are asked again. `hasMail`: people of the dashboard can be written to. */
export const mountRoutes = (fetch: SafeFetch, { hasMail }: { hasMail: boolean }): NonNullable<AppOptions['mounts']> => [
  (scope, context) => dashboardRoutes(scope, { ...context, sql: context.sql.as('dashboard'), hasMail }),
  (scope, context) => hookRoutes(scope, { ...context, fetch }),
  pageRoutes,
  clientFileRoutes,
  sharedRoutes,
]
