/** The package `@heartbell/react`. */
'use client'

export { saveForLater } from '@heartbell/client'
export {
  type ElementProps,
  HeartbellCount,
  HeartbellDrawer,
  HeartbellHeart,
  HeartbellLater,
  type HeartbellLaterProps,
  HeartbellList,
  HeartbellNotify,
  HeartbellSaved,
} from './components.ts'
export { useCount, useHeartbellEvent, useLists, useSaved } from './hooks.ts'
export { HeartbellProvider, type HeartbellProviderProps, useHeartbell } from './provider.ts'
