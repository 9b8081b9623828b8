/** The package `@heartbell/vue`. */
export {
  HeartbellCount,
  HeartbellDrawer,
  HeartbellHeart,
  HeartbellList,
  HeartbellNotify,
  HeartbellSaved,
} from './components.ts'
export { useCount, useHeartbell, useHeartbellEvent, useLists, useSaved } from './composables.ts'
export { heartbell } from './plugin.ts'
