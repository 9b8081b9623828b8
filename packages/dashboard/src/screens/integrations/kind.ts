/** Types of integrations and connections. */
import type { StoreData } from '../../api.ts'

export type Kind = StoreData<'/integrations'>['kinds'][number]
export type Field = Kind['fields'][number]
export type Connected = StoreData<'/integrations'>['connected'][number]
