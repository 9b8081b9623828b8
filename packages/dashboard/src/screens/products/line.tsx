/** A variant in the list of products, and how its stock is said. */
import { Badge } from '@mantine/core'
import { useFormats, useSay } from '../../words/words.ts'

export type Line = {
  variantId: string
  productId: string
  title: string | null
  variantInfo: string | null
  sku: string | null
  imageUrl: string | null
  url: string | null
  price: number | null
  currency: string | null
  stock: number | null
  stockAt: string | null
  tracked: boolean
  sellsWhenEmpty: boolean
  waiting: number
  units: number
  savers: number
}

export function Stock({ stock, tracked, sellsWhenEmpty }: Pick<Line, 'stock' | 'tracked' | 'sellsWhenEmpty'>) {
  const say = useSay()
  const { number } = useFormats()
  if (!tracked) return <Badge color="gray">{say('Not tracked')}</Badge>
  if (stock === null) return <Badge color="gray">{say('Unknown')}</Badge>
  if (stock <= 0) return <Badge color="yellow">{say(sellsWhenEmpty ? 'Sold on order' : 'Sold out')}</Badge>
  return <>{number(stock)}</>
}
