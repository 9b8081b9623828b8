/** The dashboard's door: its pages and all of its calls. */
import type { FastifyInstance } from 'fastify'
import { fileRoutes } from './files.ts'
import type { Rooms } from './rooms.ts'
import { signInRoutes } from './sign-in.ts'
import { keyRoutes, storeRoutes } from './stores.ts'
import { teamRoutes } from './team.ts'

export async function dashboardRoutes(scope: FastifyInstance, rooms: Rooms, folder?: string): Promise<void> {
  await fileRoutes(scope, folder)
  signInRoutes(scope, rooms)
  storeRoutes(scope, rooms)
  keyRoutes(scope, rooms)
  teamRoutes(scope, rooms)
}
