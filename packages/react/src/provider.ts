/** `<HeartbellProvider>`: starts Heartbell after the first render, and follows the signed-in shopper. */
'use client'

import { type Heartbell, type StartSettings, start, started, watchState } from '@heartbell/client'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'

export type HeartbellProviderProps = StartSettings & { children?: ReactNode }

/**
 * Put it once around the app. It starts in an effect, so that the page React hydrates is the one that the server sent; StrictMode
 * may run that twice. Another `identity` signs in, an empty one signs out.
 */
export function HeartbellProvider({ children, ...settings }: HeartbellProviderProps): ReactNode {
  const { identity } = settings
  const used = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: settings apply when it starts; only the shopper changes later
  useEffect(() => {
    const isStarted = started() !== undefined
    const heartbell = start(settings)
    if (isStarted && identity !== undefined && identity !== used.current) heartbell.signIn(identity).catch(() => {})
    used.current = identity
  }, [identity])
  return children
}

const nothing = () => undefined

/** Heartbell once it has started; undefined on the server and during hydration. */
export const useHeartbell = (): Heartbell | undefined => useSyncExternalStore(watchState, started, nothing)
