/** Compares an item of a list with a product, whose ids may be texts or numbers. */
import type { WireRecord } from '../client/names.ts'
import { plainId } from '../client/records.ts'

/** Without a variant: any variant of the product. */
export const isSameProduct = (item: WireRecord, { epi, empi }: WireRecord): boolean =>
  epi ? plainId(item.epi) === plainId(epi) : plainId(item.empi) === plainId(empi)
