/** What the store sells, who wants it, and how much there is; one opens to be restocked. */
import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { Choice } from '../../parts/choice.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'
import { Product } from '../../parts/product.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { Import } from './import.tsx'
import { type Line, Stock } from './line.tsx'
import { OneProduct } from './one-product.tsx'

const shows = [
  ['', 'All'],
  ['wanted', 'Wanted'],
  ['sold-out', 'Sold out'],
] as const

export function Products() {
  const say = useSay()
  const { money, number } = useFormats()
  const { path, store, may } = useStore()
  const { change } = useAddress()
  const [isImporting, setImporting] = useState(false)
  const columns: Column<Line>[] = [
    { head: say('Product'), cell: (row) => <Product {...row} /> },
    { head: say('Stock'), cell: (row) => <Stock {...row} />, isNumber: true },
    {
      head: say('Waiting'),
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
    { head: say('Saved by'), cell: ({ savers }) => number(savers), isNumber: true },
    {
      head: say('Price'),
      isNumber: true,
      cell: ({ price, currency }) => (price === null ? '–' : currency ? money(price, currency) : number(price)),
    },
  ]
  const importing = may('marketer') && (
    <Button variant="filled" onClick={() => setImporting(true)}>
      {say('Import a feed')}
    </Button>
  )
  return (
    <Page
      title={say('Products')}
      about={say('Stock, and who waits for it. Open one to see who would be told of a restock.')}
      actions={importing}
    >
      <Table
        label={say('Products')}
        path={`${path}/products`}
        columns={columns}
        rowKey={({ variantId }) => variantId}
        searchWord="q"
        searchLabel={say('Title, SKU or id')}
        filterWords={['show']}
        filters={<Choice label={say('Show')} word="show" choices={shows} />}
        onOpen={({ variantId }) => change({ open: variantId }, false)}
        empty={
          <Empty title={say('No products yet')} action={importing}>
            {say('Connect your shop, send the catalog by the API, or read in the feed you already have for Google.')}
          </Empty>
        }
      />
      <OneProduct />
      <Import isOpen={isImporting} onClose={() => setImporting(false)} />
    </Page>
  )
}
