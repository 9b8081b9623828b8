/** A list and the bag. Loaded when something is first put into it. */
import { provide } from '../files.ts'
import { addAll } from './add-all.ts'
import { moveToBag } from './move-to-bag.ts'

export const install = (): void => provide('bag', { moveToBag, addAll })
