/** Search, filters and the open row of a screen, kept in its address. */
import { useNavigate, useSearch } from '@tanstack/react-router'

export function useAddress() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  return {
    search,
    /** An empty text takes a word away. Typing replaces the address instead of filling the history. */
    change: (words: Record<string, string | undefined>, replace = true) =>
      void navigate({
        to: '.',
        replace,
        search: ((old: Record<string, string | undefined>) =>
          Object.fromEntries(Object.entries({ ...old, ...words }).filter(([, value]) => value))) as never,
      }),
  }
}
