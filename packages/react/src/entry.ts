/** The package `@heartbell/react`. */
'use client'

export {
  type ElementProps,
  HeartbellCount,
  HeartbellDrawer,
  HeartbellHeart,
  HeartbellList,
  HeartbellNotify,
  HeartbellSaved,
} from './components.ts'
export { useCount, useHeartbellEvent, useLists, useSaved } from './hooks.ts'
export { HeartbellProvider, type HeartbellProviderProps, useHeartbell } from './provider.ts'
