/** For tests: only the allowed roles may call a route, and another store's data is not found. */
import { type Role, roles } from '@heartbell/contract/dashboard/route'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../domain/stores/stores.ts'
import type { Person, TestDashboard } from './test-dashboard.ts'

/** With the lowest role that may call it. */
export type RoleCall = [method: 'get' | 'post', path: string, needs: Role, fields?: Record<string, unknown>]

export function testRoles(dashboard: () => TestDashboard, calls: RoleCall[]): void {
  const people = {} as Record<Role, Person>
  let other: NewStore
  beforeAll(async () => {
    for (const role of roles) people[role] = await dashboard().member(role)
    other = await dashboard().newStore()
  })

  describe.each(calls)('%s %s', (method, path, needs, fields) => {
    test(`is for ${needs} and above`, async () => {
      for (const role of roles) {
        const { status } = await people[role].in()[method](path, fields)
        expect([role, status === 403]).toEqual([role, roles.indexOf(role) > roles.indexOf(needs)])
        expect(status).toBeLessThan(500)
      }
    })

    test('is refused without a session, and another store is not found', async () => {
      expect((await dashboard().stranger.in()[method](path, fields)).status).toBe(401)
      const elsewhere = await people.owner.in(other)[method](path, fields)
      expect(elsewhere).toMatchObject({ status: 404, body: { type: 'unknown-store' } })
    })
  })
}
