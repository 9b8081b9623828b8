/** Compares an item of a list with a product, whose ids may be texts or numbers. */
import type { WireRecord } from '../client/names.ts'

/** Without a variant: any variant of the product. */
export const isSameProduct = (item: WireRecord, { epi, empi }: WireRecord): boolean =>
  epi ? `${item.epi}` === `${epi}` : `${item.empi}` === `${empi}`
