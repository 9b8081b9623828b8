/** Hostile requests to every entry point, most of them to the API, which has most routes. */
import { type DashboardTarget, isDashboard, makeDashboardCall } from './dashboard-requests.ts'
import { makeDice } from './fields.ts'
import { type HookAddress, makeHook } from './hook-requests.ts'
import { makeVisit, type PageTarget } from './page-requests.ts'
import { type Hostile, makeHostile } from './requests.ts'
import type { Route } from './route-table.ts'
import type { World } from './world.ts'

export type Target = { world: World; desk: DashboardTarget; hooks: readonly HookAddress[]; street: PageTarget }

const isApi = ({ path }: Route) => /^\/(api|storeadmin)\//.test(path)
const isHook = ({ path }: Route) => path.startsWith('/hooks/')

/** Sorts routes by entry point; a route of no other one is a page. */
export const sortRoutes = (routes: readonly Route[], world: Pick<World, 'endpoints'>) => {
  const api = new Set(world.endpoints.flatMap(({ path, aliases = [] }) => [path, ...aliases]))
  return {
    desk: routes.filter(isDashboard),
    street: routes.filter((route) => !isDashboard(route) && !isApi(route) && !isHook(route) && !api.has(route.path)),
  }
}

/** Many addresses, so that rate limits by address do not refuse most requests. */
const fromSomewhere = (random: () => number) => `127.${[0, 0, 0].map(() => Math.floor(random() * 250)).join('.')}`

export function makeAtAnyEntryPoint(random: () => number, { world, desk, hooks, street }: Target): Hostile {
  const dice = makeDice(random)
  const share = random()
  const made =
    share < 0.4
      ? makeHostile(random, world)
      : share < 0.7
        ? makeDashboardCall(dice, desk)
        : share < 0.85
          ? makeHook(dice, hooks)
          : makeVisit(dice, street)
  made.headers['x-forwarded-for'] ??= fromSomewhere(random)
  return made
}
