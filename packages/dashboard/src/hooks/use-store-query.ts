/** Reads a route of the open store. */
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { getFromStore, type StoreData, type StoreGet, type StoreQuery } from '../api.ts'
import { useStore } from '../session.ts'

type Options<Data> = {
  enabled?: boolean
  retry?: false
  /** Milliseconds between two reads, or a function of the newest data; false for none. */
  every?: number | ((data: Data | undefined) => number | false)
  /** Shows the previous answer while the fields change. */
  keepPrevious?: boolean
  refetchOnWindowFocus?: false
}

export function useStoreQuery<Path extends StoreGet>(
  path: Path,
  fields: StoreQuery<Path>,
  { every, keepPrevious, ...options }: Options<StoreData<Path>> = {},
): UseQueryResult<StoreData<Path>> {
  const { store } = useStore()
  return useQuery({
    queryKey: [store, path, fields] as readonly unknown[],
    queryFn: () => getFromStore(store, path, fields),
    ...(typeof every === 'function' && {
      refetchInterval: ({ state }: { state: { data: StoreData<Path> | undefined } }) => every(state.data),
    }),
    ...(typeof every === 'number' && { refetchInterval: every }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  }) as UseQueryResult<StoreData<Path>>
}
