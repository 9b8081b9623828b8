/** Products with their stock and waiting shoppers. */
import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { UrlFilter } from '../../components/data/filter-chips.tsx'
import { Product } from '../../components/data/product.tsx'
import { type Column, Table } from '../../components/data/table.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { Import } from './import-feed.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import { type Line, Stock } from './stock-level.tsx'

const shows = [
  ['', 'All'],
  ['wanted', 'Wanted'],
  ['sold-out', 'Sold out'],
] as const

export function Products() {
  const t = useT()
  const { money, number } = useFormats()
  const { store, may } = useStore()
  const { change } = useUrlState()
  const [isImporting, setImporting] = useState(false)
  const columns: Column<Line>[] = [
    { head: t('Product'), cell: (row) => <Product {...row} /> },
    { head: t('Stock'), cell: (row) => <Stock {...row} />, isNumber: true },
    {
      head: t('Waiting'),
      isNumber: true,
      cell: ({ waiting, variantId }) =>
        waiting === 0 ? (
          '0'
        ) : (
          <Anchor
            component={Link}
            size="sm"
            {...({ to: `/${store}/subscriptions`, search: { status: 'waiting', variant: variantId } } as object)}
            onClick={(event: MouseEvent) => event.stopPropagation()}
          >
            {number(waiting)}
          </Anchor>
        ),
    },
    { head: t('Saved by'), cell: ({ savers }) => number(savers), isNumber: true },
    {
      head: t('Price'),
      isNumber: true,
      cell: ({ price, currency }) => (price === null ? '–' : currency ? money(price, currency) : number(price)),
    },
  ]
  const importing = may('marketer') && (
    <Button variant="filled" onClick={() => setImporting(true)}>
      {t('Import a feed')}
    </Button>
  )
  return (
    <Page
      title={t('Products')}
      about={t('Stock levels and waiting shoppers. Open a product to see whom a restock would notify.')}
      actions={importing}
    >
      <Table
        label={t('Products')}
        route="/products"
        columns={columns}
        rowKey={({ variantId }) => variantId}
        searchParameter="q"
        searchLabel={t('Title, SKU or id')}
        filterParameters={['show']}
        filters={<UrlFilter label={t('Show')} parameter="show" options={shows} />}
        onOpen={({ variantId }) => change({ open: variantId }, false)}
        empty={
          <EmptyState title={t('No products yet')} action={importing}>
            {t('Connect your shop, send the catalog by the API, or import the feed you already have for Google.')}
          </EmptyState>
        }
      />
      <ProductDrawer />
      <Import isOpen={isImporting} onClose={() => setImporting(false)} />
    </Page>
  )
}
