/** All lists of shoppers, searchable by name or owner. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Column, Table } from '../../components/data/table.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { ListDrawer } from './list-drawer.tsx'
import { type ListLine, Marks, Owner } from './list-summary.tsx'
import { ListsLayout } from './lists-layout.tsx'

export function Lists() {
  const t = useT()
  const { number, time } = useFormats()
  const { store } = useStore()
  const { search, change } = useUrlState()
  const columns: Column<ListLine>[] = [
    { head: t('Name'), cell: ({ name }) => name },
    { head: t('Owner'), cell: (line) => <Owner line={line} /> },
    { head: t('Type'), cell: ({ type }) => type },
    { head: t('Items'), cell: ({ itemCount }) => number(itemCount), isNumber: true },
    { head: t('Visibility'), cell: (line) => <Marks line={line} /> },
    { head: t('Changed'), cell: ({ updatedAt }) => time(updatedAt) },
  ]
  return (
    <ListsLayout about={t('What shoppers saved, newest first.')}>
      <Table
        label={t('Lists')}
        route="/lists"
        columns={columns}
        rowKey={({ listId }) => listId}
        searchParameter="q"
        searchLabel={t('Name of a list, or owner@…')}
        onOpen={({ listId }) => change({ list: listId }, false)}
        openLabel={({ name }) => t('Open the list {name}', { name })}
        empty={
          <EmptyState
            title={t('No list yet')}
            action={
              <Button component={Link} {...({ to: `/${store}/widgets` } as object)}>
                {t('Add hearts to your products')}
              </Button>
            }
          >
            {t('Lists appear here as soon as shoppers save something.')}
          </EmptyState>
        }
      />
      <ListDrawer listId={search.list} onClose={() => change({ list: undefined }, false)} />
    </ListsLayout>
  )
}
