/** Which alerts the store sends beside back in stock; asked for when a form opens that offers them. */
import { heartbell } from '../../kit.ts'
import { type Offer, priceDrop } from '../offers.ts'

type Features = { at: number; features: Record<string, boolean> }

/** One hour, in milliseconds. */
const FRESH = 3_600_000

/** The offers that the store sends. Without an answer only the first ones that every store sends. */
export async function keepSent(offers: Offer[]): Promise<Offer[]> {
  const isCertain = ({ topic, any }: Offer) => !any && topic !== priceDrop
  if (offers.every(isCertain)) return offers
  let cached = heartbell.localData.read<Features>('features')
  if (!cached || Date.now() - cached.at > FRESH) {
    const answer = await heartbell.ask('config/metafields/enabled-features').catch(() => undefined)
    if (!answer) return offers.filter(isCertain)
    cached = { at: Date.now(), features: answer as Features['features'] }
    heartbell.localData.write('features', cached)
  }
  const { features } = cached
  return offers.filter(({ topic, any }) => (!any || features.anyVariant) && (topic !== priceDrop || features.priceDrop))
}
