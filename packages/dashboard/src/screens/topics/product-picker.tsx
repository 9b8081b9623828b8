/** Selects a product for the preview of a template. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { TableRow } from '../../api.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useT } from '../../words/translate.ts'

type Line = TableRow<'/products'>

type Props = { variantId: string | null; onPick: (variantId: string | null) => void }

export function ProductPicker({ variantId, onPick }: Props) {
  const t = useT()
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text, 250)
  const { data } = useStoreQuery('/products', { q: settled, limit: 20 })
  const nameOf = ({ title, variantInfo, variantId }: Line) =>
    [title ?? variantId, variantInfo].filter(Boolean).join(', ')
  return (
    <Select
      label={t('Preview product')}
      placeholder={t('A sample product')}
      data={(data?.rows ?? []).map((line) => ({ value: line.variantId, label: nameOf(line) }))}
      value={variantId}
      onChange={onPick}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={t('Nothing matches this search.')}
      searchable
      clearable
      w={240}
    />
  )
}
