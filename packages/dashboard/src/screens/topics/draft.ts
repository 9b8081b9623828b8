/** The draft of a template and its versions. */
import type { StoreData, StoreQuery, StoreSent } from '../../api.ts'

export type Version = StoreData<'/templates/one'>['versions'][number]
export type Source = StoreData<'/templates/one'>['builtIn']
export type Part = keyof Source
export type Key = Required<StoreQuery<'/templates/one'>>
export type Draft = Key & Source & Pick<StoreSent<'/templates/preview'>, 'variantId'>

/** False for a version that only contains built-in parts. */
export const isOwn = ({ subject, html, text }: Source) => [subject, html, text].some((part) => part !== null)
