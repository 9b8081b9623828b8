/** One variant: figures, dry run of a restock, restock, stock history. */
import { Anchor, Button, Divider, Group, NumberInput, Stack, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { StoreData } from '../../api.ts'
import { Facts } from '../../components/data/facts.tsx'
import { Product } from '../../components/data/product.tsx'
import { DetailDrawer } from '../../components/layout/detail-drawer.tsx'
import { ScrollArea } from '../../components/layout/scroll-area.tsx'
import { topicName } from '../../display-names.ts'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { DryRun } from './dry-run.tsx'
import { Stock } from './stock-level.tsx'

type Detail = StoreData<'/product'>['product']

export function ProductDrawer() {
  const t = useT()
  return (
    <DetailDrawer title={t('Product')} size="xl" route="/product" fields={(variantId) => ({ variantId })} every={5_000}>
      {({ product }) => (
        <Stack gap="lg" key={product.variantId}>
          <Figures product={product} />
          <Divider />
          <Restock product={product} />
          <Divider />
          <Ledger moves={product.moves} />
        </Stack>
      )}
    </DetailDrawer>
  )
}

function Figures({ product }: { product: Detail }) {
  const t = useT()
  const { number, time } = useFormats()
  const { store } = useStore()
  const { waiting, units, savers, openOffers, offeredUnits } = product
  return (
    <Stack>
      <Product {...product} />
      <Facts
        rows={[
          [t('In stock'), <Stock key="stock" {...product} />],
          [t('Stock updated'), product.stockAt && time(product.stockAt)],
          [
            t('Waiting'),
            waiting > 0 ? (
              <Anchor
                key="waiting"
                component={Link}
                size="sm"
                {...({
                  to: `/${store}/subscriptions`,
                  search: { status: 'waiting', variant: product.variantId },
                } as object)}
              >
                {t.plural(waiting, '{count} shopper wants {units} units', '{count} shoppers want {units} units', {
                  units: number(units),
                })}
              </Anchor>
            ) : (
              t('nobody')
            ),
          ],
          [
            t('Open offers'),
            openOffers > 0 &&
              t('{offers} for {units} units', { offers: number(openOffers), units: number(offeredUnits) }),
          ],
          [t('Saved by'), number(savers)],
          ['SKU', product.sku],
          [
            t('Product page'),
            product.url && /^https?:/.test(product.url) && (
              <Anchor href={product.url} target="_blank" rel="noreferrer" size="sm">
                {product.url}
              </Anchor>
            ),
          ],
        ]}
      />
    </Stack>
  )
}

function Restock({ product: { variantId, waiting, title, lines } }: { product: Detail }) {
  const t = useT()
  const { may } = useStore()
  const [add, setAdd] = useState(5)
  const dryRun = useStoreAction('/products/dry-run')
  const restock = useStoreAction('/products/stock', {
    done: ({ stock }) =>
      t('{title}: {stock} in stock. The next shoppers in line are being notified.', {
        title: title ?? variantId,
        stock,
      }),
    next: () => dryRun.reset(),
  })
  const notify = useStoreAction('/products/notify', { done: t('The waiting shoppers are being notified.') })
  const { number } = useFormats()
  /** A restock notifies the topic `backinstock`; the other topics are notified manually. */
  const others = lines.filter(({ topic }) => topic !== 'backinstock')
  return (
    <Stack>
      <Title order={3} size="h5">
        {t('Restock')}
      </Title>
      <Group align="flex-end" gap="xs">
        <NumberInput
          label={t('Units to add')}
          value={add}
          onChange={(value) => {
            setAdd(Math.max(1, Number(value) || 1))
            dryRun.reset()
          }}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          w={140}
        />
        <Button loading={dryRun.isPending} onClick={() => dryRun.mutate({ variantId, add })}>
          {t('Who would be notified?')}
        </Button>
        {may('marketer') && (
          <Button variant="filled" loading={restock.isPending} onClick={() => restock.mutate({ variantId, add })}>
            {t('Restock {count}', { count: add })}
          </Button>
        )}
      </Group>
      {dryRun.data && <DryRun notified={dryRun.data.notified} waiting={waiting} />}
      {may('marketer') &&
        others.map(({ topic, waiting }) => (
          <Group key={topic} gap="xs">
            <Text size="sm">
              {t('{topic}: {count} waiting.', { topic: t(topicName(topic)), count: number(waiting) })}
            </Text>
            <Button size="xs" loading={notify.isPending} onClick={() => notify.mutate({ variantId, topic })}>
              {t('Notify them now')}
            </Button>
          </Group>
        ))}
    </Stack>
  )
}

function Ledger({ moves }: { moves: Detail['moves'] }) {
  const t = useT()
  const { time, number } = useFormats()
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {t('Stock history')}
      </Title>
      {moves.length === 0 && <Text size="sm">{t('No stock figure received yet.')}</Text>}
      {moves.length > 0 && (
        <ScrollArea label={t('Stock history')}>
          <Table horizontalSpacing="xs" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('When')}</Table.Th>
                <Table.Th className="number">{t('Before')}</Table.Th>
                <Table.Th className="number">{t('After')}</Table.Th>
                <Table.Th>{t('From')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {moves.map((move) => (
                <Table.Tr key={move.move}>
                  <Table.Td>{time(move.occurredAt)}</Table.Td>
                  <Table.Td className="number">{move.stockBefore === null ? '–' : number(move.stockBefore)}</Table.Td>
                  <Table.Td className="number">{number(move.stockAfter)}</Table.Td>
                  <Table.Td>{t(move.source)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </div>
  )
}
