/** Who waits for what and what became of it; one opens with its timeline. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Choice } from '../../parts/choice.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'
import { Product } from '../../parts/product.tsx'
import { mediumName, State, topicName } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { OneSubscription, type Subscription } from './one-subscription.tsx'

const states = [
  ['', 'All'],
  ['waiting', 'Waiting'],
  ['told', 'Told'],
  ['bought', 'Bought'],
  ['left', 'Left'],
  ['suppressed', 'Suppressed'],
  ['unconfirmed', 'Not confirmed'],
] as const

export function Subscriptions() {
  const say = useSay()
  const { date } = useFormats()
  const { path, store } = useStore()
  const { search, change } = useAddress()
  const columns: Column<Subscription>[] = [
    { head: say('Person'), cell: ({ address }) => address },
    { head: say('Product'), cell: (row) => <Product {...row} /> },
    { head: say('Topic'), cell: ({ topic }) => say(topicName(topic)) },
    { head: say('By'), cell: ({ medium }) => mediumName(medium) },
    { head: say('State'), cell: ({ status }) => <State state={status} /> },
    { head: say('Units'), cell: ({ quantity }) => quantity, isNumber: true },
    { head: say('Since'), cell: ({ waitingSince }) => date(waitingSince) },
  ]
  return (
    <Page title={say('Subscriptions')} about={say('Everybody who asked to be told, and why they were or weren’t.')}>
      <Table
        label={say('Subscriptions')}
        path={`${path}/subscriptions`}
        columns={columns}
        rowKey={({ subscriptionId }) => subscriptionId}
        searchWord="q"
        searchLabel={say('E-mail, phone or product')}
        filterWords={['status', 'variant']}
        filters={
          <>
            <Choice label={say('State')} word="status" choices={states} />
            {search.variant && (
              <Button size="xs" variant="light" onClick={() => change({ variant: undefined })}>
                {say('Only variant {id}', { id: search.variant })} ×
              </Button>
            )}
          </>
        }
        onOpen={({ subscriptionId }) => change({ open: subscriptionId }, false)}
        openLabel={({ address }) => say('Timeline of {address}', { address })}
        empty={
          <Empty
            title={say('Nobody waits yet')}
            action={
              <Button component={Link} {...({ to: `/${store}/widgets` } as object)} variant="filled">
                {say('Put “Notify me” on the shop')}
              </Button>
            }
          >
            {say('As soon as somebody asks to be told about a product, they stand here with their place in line.')}
          </Empty>
        }
      />
      <OneSubscription />
    </Page>
  )
}
