/** Selects a product for the preview of a template. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'

type Line = { variantId: string; title: string | null; variantInfo: string | null }

type Props = { variantId: string | null; onPick: (variantId: string | null) => void }

export function ProductPicker({ variantId, onPick }: Props) {
  const t = useT()
  const { path } = useStore()
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text, 250)
  const { data } = useQuery({
    queryKey: [path, 'picker', settled],
    queryFn: () => ask<{ rows: Line[] }>(`${path}/products`, { q: settled, limit: 20 }),
  })
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
