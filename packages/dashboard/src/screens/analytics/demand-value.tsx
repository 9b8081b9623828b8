/** Demand as money: units wanted at each price, what a restock is expected to bring, and the list that a buyer orders from. */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { csvUrl, type TableRow } from '../../api.ts'
import { UrlFilter } from '../../components/data/filter-chips.tsx'
import { Product } from '../../components/data/product.tsx'
import { type Column, Table } from '../../components/data/table.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'

type Valued = TableRow<'/analytics/demand-value'>

/** The server's own is 10. */
const restocks = [
  ['5', 'Restock of 5'],
  ['', '10'],
  ['50', '50'],
  ['200', '200'],
] as const

/** The table shows the highest prices; the file has all. */
const shownPrices = 4

export function DemandValue() {
  const t = useT()
  const { store } = useStore()
  const { number, money } = useFormats()
  const worth = (value: number | null, currency: string | null) =>
    value === null ? '–' : currency ? money(value, currency) : number(value)
  const columns: Column<Valued>[] = [
    { head: t('Product'), cell: (row) => <Product {...row} imageUrl={null} /> },
    { head: t('Units waiting'), cell: ({ waiting }) => number(waiting), isNumber: true },
    { head: t('Units saved'), cell: ({ saved }) => number(saved), isNumber: true },
    { head: t('Wanted at each price'), cell: (row) => <Prices row={row} worth={worth} /> },
    {
      head: t('Expected revenue'),
      isNumber: true,
      cell: ({ expectation, currency }) =>
        expectation === null ? (
          '–'
        ) : (
          <>
            <strong>{worth(expectation.expected.revenue, currency)}</strong>
            <Text size="xs" c="dimmed">
              {t('{low} to {high}', {
                low: worth(expectation.low.revenue, currency),
                high: worth(expectation.high.revenue, currency),
              })}
            </Text>
          </>
        ),
    },
  ]
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h5">
          {t('Demand as money')}
        </Title>
        <Button component="a" href={csvUrl(store, '/analytics/order-list', {})} download variant="light" size="xs">
          {t('Order list by week (CSV)')}
        </Button>
      </Group>
      <ConversionNote />
      <Table
        label={t('Demand as money')}
        route="/analytics/demand-value"
        columns={columns}
        filterParameters={['restock']}
        filters={<UrlFilter label={t('Restock of')} parameter="restock" options={restocks} />}
        rowKey={({ variantId }) => variantId}
        empty={
          <EmptyState title={t('Nobody is waiting')}>
            {t('Products that shoppers wait for appear here, with the prices they wait for.')}
          </EmptyState>
        }
      />
    </Stack>
  )
}

type PricesProps = { row: Valued; worth: (value: number | null, currency: string | null) => string }

function Prices({ row: { prices, currency }, worth }: PricesProps) {
  const t = useT()
  if (prices.length === 0) return '–'
  return (
    <ul className="price-points">
      {prices.slice(0, shownPrices).map(({ price, units }) => (
        <li key={price}>
          {t.plural(units, 'at {price}: {count} unit', 'at {price}: {count} units', { price: worth(price, currency) })}
        </li>
      ))}
      {prices.length > shownPrices && <li>{t('and {count} lower prices', { count: prices.length - shownPrices })}</li>}
    </ul>
  )
}

/** What the expectation is made of, or why there is none. */
function ConversionNote() {
  const t = useT()
  const { number, percent } = useFormats()
  const { data } = useStoreQuery('/analytics/conversion', {})
  if (!data) return null
  const { told, bought, rate, needed } = data
  const says = rate
    ? t(
        'Of the last {told} people who were notified, {bought} bought: {share} (95 %: {low} to {high}). Expected revenue counts those who wait, not those who only saved the product.',
        {
          ...{ told: number(told), bought: number(bought), share: percent(rate.share) },
          ...{ low: percent(rate.low), high: percent(rate.high) },
        },
      )
    : t.plural(
        needed,
        'No expected revenue yet: {count} more person has to be notified to know how many buy.',
        'No expected revenue yet: {count} more people have to be notified to know how many buy.',
      )
  return (
    <Text size="sm" c="dimmed">
      {says}
    </Text>
  )
}
