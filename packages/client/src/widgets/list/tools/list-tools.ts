/** The tools of a long list: search, sort and filter. */
import { provide } from '../files.ts'
import { drawTools } from './search.ts'

export const install = (): void => provide('tools', { drawTools })
