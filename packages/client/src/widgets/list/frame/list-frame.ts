/** What is around the rows of a list, and how things move in it. */
import { provide } from '../files.ts'
import { drawFoot } from './foot.ts'
import { drawChips, drawEmpty, drawHead, drawInstead } from './head.ts'
import { itemsOf, rememberStock } from './items.ts'
import { sendOff, watchMoves } from './motion.ts'
import { frameStyle } from './style.ts'

export const install = (): void =>
  provide('frame', {
    ...{
      drawHead,
      drawChips,
      drawEmpty,
      drawInstead,
      drawFoot,
      itemsOf,
      rememberStock,
      sendOff,
      watchMoves,
    },
    style: frameStyle,
  })
