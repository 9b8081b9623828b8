/** Runs a write: the request, a toast when it is done or refused, and a reload of what is on screen. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  type PersonAnswer,
  type PersonPost,
  type PersonSent,
  post,
  postToStore,
  type StoreAnswer,
  type StorePost,
  type StoreSent,
} from '../api.ts'
import { toast } from '../components/feedback/toasts.tsx'
import { useStore } from '../session.ts'
import { useT } from '../words/translate.ts'

type Options<Answer> = {
  /** The toast after success. */
  done?: string | ((answer: Answer) => string)
  next?: (answer: Answer) => void
}

/** A write may change anything on the screen, so every query is read again. */
function useWrite<Fields, Answer>(send: (fields: Fields) => Promise<Answer>, options: Options<Answer>) {
  const t = useT()
  const queries = useQueryClient()
  // The texts of the newest rendering: a write may have changed the person's language.
  const latest = useRef(options)
  latest.current = options
  return useMutation<Answer, Error, Fields>({
    mutationFn: send,
    onSuccess: async (answer) => {
      await queries.invalidateQueries()
      // The new data is rendered in the next task, perhaps in another language.
      await new Promise((resolve) => setTimeout(resolve))
      const { done, next } = latest.current
      if (done) toast(typeof done === 'string' ? done : done(answer))
      next?.(answer)
    },
    onError: (error) => toast(t(error.message), true),
  })
}

/** A write of the open store. */
export function useStoreAction<Path extends StorePost>(
  path: Path,
  options: Options<StoreAnswer<Path>> = {},
): UseMutationResult<StoreAnswer<Path>, Error, StoreSent<Path>> {
  const { store } = useStore()
  return useWrite((fields: StoreSent<Path>) => postToStore(store, path, fields), options)
}

/** A write of the person's own account. */
export const useAction = <Path extends PersonPost>(
  path: Path,
  options: Options<PersonAnswer<Path>> = {},
): UseMutationResult<PersonAnswer<Path>, Error, PersonSent<Path>> =>
  useWrite((fields: PersonSent<Path>) => post(path, fields), options)
