/** Hostile requests at every door of the house, in shares: the API has most of the routes, the others their part. */
import { type Desk, isDashboard, makeDashboardCall } from './dashboard-requests.ts'
import { makeDice } from './fields.ts'
import { type HookAddress, makeHook } from './hook-requests.ts'
import { makeVisit, type Street } from './page-requests.ts'
import { type Hostile, makeHostile } from './requests.ts'
import type { Route } from './route-table.ts'
import type { World } from './world.ts'

export type House = { world: World; desk: Desk; hooks: readonly HookAddress[]; street: Street }

const isApi = ({ path }: Route) => /^\/(api|storeadmin)\//.test(path)
const isHook = ({ path }: Route) => path.startsWith('/hooks/')

/** Whose routes are whose; what no other door claims is a page. */
export const sortRoutes = (routes: readonly Route[], world: Pick<World, 'endpoints'>) => {
  const api = new Set(world.endpoints.flatMap(({ path, aliases = [] }) => [path, ...aliases]))
  return {
    desk: routes.filter(isDashboard),
    street: routes.filter((route) => !isDashboard(route) && !isApi(route) && !isHook(route) && !api.has(route.path)),
  }
}

/** As many addresses as there are visitors: what is counted by address must not be all that answers. */
const fromSomewhere = (random: () => number) => `127.${[0, 0, 0].map(() => Math.floor(random() * 250)).join('.')}`

export function makeAtAnyDoor(random: () => number, { world, desk, hooks, street }: House): Hostile {
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
