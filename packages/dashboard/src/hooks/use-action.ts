/** Runs a write: the request, a toast when it is done or refused, and a reload of what is on screen. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { act } from '../api.ts'
import { toast } from '../components/feedback/toasts.tsx'

type Options<T> = { done?: string | ((answer: T) => string); next?: (answer: T) => void }

/** A write may change anything on the screen, so every query is read again. */
export function useAction<Fields extends object, T = unknown>(path: string, { done, next }: Options<T> = {}) {
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
