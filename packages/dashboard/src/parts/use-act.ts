/** Doing something: the call, a word when it is done or refused, and the tables that must be read again. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { act } from '../calls.ts'
import { toast } from './toasts.tsx'

type Options<T> = { done?: string | ((answer: T) => string); next?: (answer: T) => void }

/** Everything that is shown may have changed, so everything on the screen is read again. */
export function useAct<Fields extends object, T = unknown>(path: string, { done, next }: Options<T> = {}) {
  const queries = useQueryClient()
  return useMutation<T, Error, Fields>({
    mutationFn: (fields) => act<T>(path, fields),
    onSuccess: async (answer) => {
      await queries.invalidateQueries()
      if (done) toast(typeof done === 'string' ? done : done(answer))
      next?.(answer)
    },
    onError: (error) => toast(error.message, true),
  })
}
