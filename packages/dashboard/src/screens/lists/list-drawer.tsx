/** One list with its items. */
import { Drawer, Group, Image, Stack, Text } from '@mantine/core'
import type { StoreData, TableRow } from '../../api.ts'
import { type Column, Table } from '../../components/data/table.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { Marks, Owner } from './list-summary.tsx'

type Detail = StoreData<'/lists/:listId'>
type Item = TableRow<'/lists/:listId/items'>

export function ListDrawer({ listId, onClose }: { listId: string | undefined; onClose: () => void }) {
  const t = useT()
  const list = useStoreQuery('/lists/:listId', { listId: listId ?? '' }, { enabled: Boolean(listId) })
  return (
    <Drawer
      opened={Boolean(listId)}
      onClose={onClose}
      size="xl"
      title={list.data?.name ?? t('List')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {list.error && <ErrorAlert error={list.error} again={list.refetch} />}
      {list.data && <Inside list={list.data} />}
    </Drawer>
  )
}

function Inside({ list }: { list: Detail }) {
  const t = useT()
  const { date, number } = useFormats()
  const price = (value: number | null) => (value === null ? '–' : number(value))
  const columns: Column<Item>[] = [
    { head: t('Product'), cell: (item) => <Product item={item} /> },
    { head: t('Quantity'), cell: ({ quantity }) => number(quantity), isNumber: true },
    { head: t('Price when saved'), cell: ({ savedPrice }) => price(savedPrice), isNumber: true },
    { head: t('Price now'), cell: (item) => price(item.price), isNumber: true },
    { head: t('Stock'), cell: ({ stock }) => (stock === null ? '–' : number(stock)), isNumber: true },
    { head: t('Saved'), cell: ({ createdAt }) => date(createdAt) },
  ]
  return (
    <Stack>
      <Group gap="sm">
        <Text size="sm" component="div">
          <Owner line={list} />
        </Text>
        <Marks line={list} />
      </Group>
      {list.note && <Text size="sm">{list.note}</Text>}
      <Table
        label={t('Items')}
        route="/lists/:listId/items"
        fixedFields={{ listId: list.listId }}
        columns={columns}
        rowKey={({ itemId }) => itemId}
        empty={<EmptyState title={t('No items')}>{t('Nothing has been saved to this list yet.')}</EmptyState>}
      />
    </Stack>
  )
}

function Product({ item }: { item: Item }) {
  return (
    <Group gap="sm" wrap="nowrap">
      {item.imageUrl && <Image src={item.imageUrl} alt="" w={36} h={36} radius={6} fit="cover" />}
      <div>
        <Text size="sm" fw={550}>
          {item.title || item.variantId}
        </Text>
        {item.variantInfo && (
          <Text size="xs" c="dimmed">
            {item.variantInfo}
          </Text>
        )}
        {item.note && (
          <Text size="xs" fs="italic">
            {item.note}
          </Text>
        )}
      </div>
    </Group>
  )
}
