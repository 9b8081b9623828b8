/** Editing a list: the panel of an item, names of lists, and the order of rows. Loaded when it is first used. */
import { provide } from '../files.ts'
import { drag } from './drag.ts'
import { deleteList, openName } from './name-form.ts'
import { moveBy } from './order.ts'
import { drawPanel } from './panel.ts'

export const install = (): void => provide('edit', { drawPanel, openName, deleteList, drag, moveBy })
