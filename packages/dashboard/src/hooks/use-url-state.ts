/** Search, filters and the open row of a screen, stored in its URL. */
import { useNavigate, useSearch } from '@tanstack/react-router'

export function useUrlState() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  return {
    search,
    /** An empty value removes a parameter. `replace` avoids a history entry for every typed letter. */
    change: (words: Record<string, string | undefined>, replace = true) =>
      void navigate({
        to: '.',
        replace,
        search: ((old: Record<string, string | undefined>) =>
          Object.fromEntries(Object.entries({ ...old, ...words }).filter(([, value]) => value))) as never,
      }),
  }
}
