/** What shoppers saved: every list, found by its name or by whose it is. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../parts/empty.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { ListsFrame } from './frame.tsx'
import { ListDrawer } from './list-drawer.tsx'
import { type ListLine, Marks, Owner } from './list-line.tsx'

export function Lists() {
  const say = useSay()
  const { number, time } = useFormats()
  const { path, store } = useStore()
  const { search, change } = useAddress()
  const columns: Column<ListLine>[] = [
    { head: say('Name'), cell: ({ name }) => name },
    { head: say('Owner'), cell: (line) => <Owner line={line} /> },
    { head: say('Type'), cell: ({ type }) => type },
    { head: say('Items'), cell: ({ itemCount }) => number(itemCount), isNumber: true },
    { head: say('Marks'), cell: (line) => <Marks line={line} /> },
    { head: say('Changed'), cell: ({ updatedAt }) => time(updatedAt) },
  ]
  return (
    <ListsFrame about={say('What shoppers saved, newest first.')}>
      <Table
        label={say('Lists')}
        path={`${path}/lists`}
        columns={columns}
        rowKey={({ listId }) => listId}
        searchWord="q"
        searchLabel={say('Name of a list, or owner@…')}
        onOpen={({ listId }) => change({ list: listId }, false)}
        openLabel={({ name }) => say('Open the list {name}', { name })}
        empty={
          <Empty
            title={say('No list yet')}
            action={
              <Button component={Link} {...({ to: `/${store}/widgets` } as object)}>
                {say('Put a heart on your products')}
              </Button>
            }
          >
            {say('Lists appear here as soon as shoppers save something.')}
          </Empty>
        }
      />
      <ListDrawer listId={search.list} onClose={() => change({ list: undefined }, false)} />
    </ListsFrame>
  )
}
