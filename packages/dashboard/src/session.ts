/** The signed-in person and the open store. */
import type { Answer, PersonRoutes } from '@heartbell/contract/dashboard/routes'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { get } from './api.ts'

export type Me = Answer<PersonRoutes['GET /me']>
export type OpenStore = Me['stores'][number]
export type Role = OpenStore['role']

/** From the most to the least powerful. */
export const roles: readonly Role[] = ['owner', 'admin', 'marketer', 'viewer']

/** No retry: a signed-out page has several components that use this query. */
export const useMe = () =>
  useQuery({
    queryKey: ['me'],
    queryFn: () => get('/me'),
    staleTime: 30_000,
    retry: false,
    retryOnMount: false,
  })

/** The store in the URL. Screens below it are rendered only if it exists. */
export function useStore(): OpenStore & { may: (needed: Role) => boolean } {
  const { store: prefix } = useParams({ strict: false }) as { store: string }
  const { data } = useMe()
  const store = data!.stores.find((one) => one.store === prefix)!
  return { ...store, may: (needed) => roles.indexOf(store.role) <= roles.indexOf(needed) }
}
