/** The rows of a list, drawn by the drawer and by the list page. */
import { provide } from '../files.ts'
import { drawRow, isAsked } from './row.ts'
import { rowStyle } from './style.ts'

export const install = (): void => provide('rows', { drawRow, isAsked, style: rowStyle })
