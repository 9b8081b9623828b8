/** The package `@heartbell/vue`. */
export { saveForLater } from '@heartbell/client'
export {
  HeartbellCount,
  HeartbellDrawer,
  HeartbellHeart,
  HeartbellLater,
  HeartbellList,
  HeartbellNotify,
  HeartbellSaved,
} from './components.ts'
export { useCount, useHeartbell, useHeartbellEvent, useLists, useSaved } from './composables.ts'
export { heartbell } from './plugin.ts'
