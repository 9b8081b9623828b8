/** The signed-in person and the open store. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ask } from './api.ts'

export type Role = 'owner' | 'admin' | 'marketer' | 'viewer'
const roles: Role[] = ['owner', 'admin', 'marketer', 'viewer']

export type OpenStore = { store: string; pid: string; name: string; role: Role; createdAt: string }
export type Me = {
  userId: string
  email: string | null
  name: string
  isOperator: boolean
  locale: 'en' | 'de' | null
  publicUrl: string
  /** The installation sends mail; without, links come from its command line. */
  hasMail: boolean
  /** Has an address and a password. */
  isSetUp: boolean
  /** A new address that is not confirmed yet. */
  pendingEmail: string | null
  secondFactor: { isOn: boolean; codesLeft: number }
  stores: OpenStore[]
}

/** No retry: a signed-out page has several components that use this query. */
export const useMe = () =>
  useQuery({
    queryKey: ['me'],
    queryFn: () => ask<Me>('/me'),
    staleTime: 30_000,
    retry: false,
    retryOnMount: false,
  })

/** The store in the URL. Screens below it are rendered only if it exists. */
export function useStore(): OpenStore & { path: string; may: (needed: Role) => boolean } {
  const { store: prefix } = useParams({ strict: false }) as { store: string }
  const { data } = useMe()
  const store = data!.stores.find((one) => one.store === prefix)!
  return {
    ...store,
    /** Of this store's calls. */
    path: `/stores/${prefix}`,
    may: (needed) => roles.indexOf(store.role) <= roles.indexOf(needed),
  }
}
