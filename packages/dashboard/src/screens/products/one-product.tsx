/** One variant: its figures, what units would do, adding some, and the ledger of its stock. */
import { Anchor, Button, Divider, Group, NumberInput, Stack, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Facts } from '../../parts/facts.tsx'
import { Product } from '../../parts/product.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Side } from '../../parts/side.tsx'
import { topicName } from '../../parts/state.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { DryRun, type Forecast } from './dry-run.tsx'
import { type Line, Stock } from './line.tsx'

type Move = { move: number; stockBefore: number | null; stockAfter: number; source: string; occurredAt: string }
type Detail = Line & {
  moves: Move[]
  openOffers: number
  offeredUnits: number
  lines: { topic: string; waiting: number }[]
}

export function OneProduct() {
  const say = useSay()
  const { path } = useStore()
  return (
    <Side<{ product: Detail }>
      word="open"
      title={say('Product')}
      size="xl"
      path={(open) => `${path}/product?variantId=${encodeURIComponent(open)}`}
      every={5_000}
    >
      {({ product }) => (
        <Stack gap="lg" key={product.variantId}>
          <Figures product={product} />
          <Divider />
          <Restock product={product} />
          <Divider />
          <Ledger moves={product.moves} />
        </Stack>
      )}
    </Side>
  )
}

function Figures({ product }: { product: Detail }) {
  const say = useSay()
  const { number, time } = useFormats()
  const { store } = useStore()
  const { waiting, units, savers, openOffers, offeredUnits } = product
  return (
    <Stack>
      <Product {...product} />
      <Facts
        rows={[
          [say('In stock'), <Stock key="stock" {...product} />],
          [say('Known since'), product.stockAt && time(product.stockAt)],
          [
            say('Waiting'),
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
                {say('{people} people want {units} units', { people: number(waiting), units: number(units) })}
              </Anchor>
            ) : (
              say('nobody')
            ),
          ],
          [
            say('Offers open'),
            openOffers > 0 &&
              say('{offers} for {units} units', { offers: number(openOffers), units: number(offeredUnits) }),
          ],
          [say('Saved by'), number(savers)],
          ['SKU', product.sku],
          [
            say('Product page'),
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
  const say = useSay()
  const { path, may } = useStore()
  const [add, setAdd] = useState(5)
  const dryRun = useAct<object, { stock: number; told: Forecast[] }>(`${path}/products/dry-run`)
  const restock = useAct<object, { stock: number }>(`${path}/products/stock`, {
    done: ({ stock }) =>
      say('{title}: {stock} in stock. Whoever is next is being told.', { title: title ?? variantId, stock }),
    next: () => dryRun.reset(),
  })
  const tell = useAct<object>(`${path}/products/tell`, { done: say('Those who wait are being told.') })
  const { number } = useFormats()
  /** Stock tells those who wait for it; the others are told by hand. */
  const others = lines.filter(({ topic }) => topic !== 'backinstock')
  return (
    <Stack>
      <Title order={3} size="h5">
        {say('Restock')}
      </Title>
      <Group align="flex-end" gap="xs">
        <NumberInput
          label={say('Units that arrive')}
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
          {say('Who would be told?')}
        </Button>
        {may('marketer') && (
          <Button variant="filled" loading={restock.isPending} onClick={() => restock.mutate({ variantId, add })}>
            {say('Restock {count}', { count: add })}
          </Button>
        )}
      </Group>
      {dryRun.data && <DryRun told={dryRun.data.told} waiting={waiting} />}
      {may('marketer') &&
        others.map(({ topic, waiting }) => (
          <Group key={topic} gap="xs">
            <Text size="sm">
              {say('{topic}: {count} wait.', { topic: say(topicName(topic)), count: number(waiting) })}
            </Text>
            <Button size="xs" loading={tell.isPending} onClick={() => tell.mutate({ variantId, topic })}>
              {say('Tell them now')}
            </Button>
          </Group>
        ))}
    </Stack>
  )
}

function Ledger({ moves }: { moves: Move[] }) {
  const say = useSay()
  const { time, number } = useFormats()
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {say('Stock, as it was told')}
      </Title>
      {moves.length === 0 && <Text size="sm">{say('No figure was ever told.')}</Text>}
      {moves.length > 0 && (
        <Scroll label={say('Stock, as it was told')}>
          <Table horizontalSpacing="xs" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('When')}</Table.Th>
                <Table.Th className="number">{say('Before')}</Table.Th>
                <Table.Th className="number">{say('After')}</Table.Th>
                <Table.Th>{say('From')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {moves.map((move) => (
                <Table.Tr key={move.move}>
                  <Table.Td>{time(move.occurredAt)}</Table.Td>
                  <Table.Td className="number">{move.stockBefore === null ? '–' : number(move.stockBefore)}</Table.Td>
                  <Table.Td className="number">{number(move.stockAfter)}</Table.Td>
                  <Table.Td>{say(move.source)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroll>
      )}
    </div>
  )
}
