/** The stock of a variant: a number, or a badge. */
import { Badge } from '@mantine/core'
import type { TableRow } from '../../api.ts'
import { useFormats, useT } from '../../words/translate.ts'

export type Line = TableRow<'/products'>

export function Stock({ stock, tracked, sellsWhenEmpty }: Pick<Line, 'stock' | 'tracked' | 'sellsWhenEmpty'>) {
  const t = useT()
  const { number } = useFormats()
  if (!tracked) return <Badge color="gray">{t('Not tracked')}</Badge>
  if (stock === null) return <Badge color="gray">{t('Unknown')}</Badge>
  if (stock <= 0) return <Badge color="yellow">{t(sellsWhenEmpty ? 'Sold on order' : 'Sold out')}</Badge>
  return <>{number(stock)}</>
}
