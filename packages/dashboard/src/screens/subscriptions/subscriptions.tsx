/** Subscriptions with their status; one opens with its timeline. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TableRow } from '../../api.ts'
import { UrlFilter } from '../../components/data/filter-chips.tsx'
import { Product } from '../../components/data/product.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { type Column, Table } from '../../components/data/table.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { mediumName, topicName } from '../../display-names.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { SubscriptionDrawer } from './subscription-drawer.tsx'

type Subscription = TableRow<'/subscriptions'>

const states = [
  ['', 'All'],
  ['waiting', 'Waiting'],
  ['told', 'Notified'],
  ['bought', 'Bought'],
  ['left', 'Unsubscribed'],
  ['suppressed', 'Suppressed'],
  ['unconfirmed', 'Not confirmed'],
] as const

export function Subscriptions() {
  const t = useT()
  const { date } = useFormats()
  const { store } = useStore()
  const { search, change } = useUrlState()
  const columns: Column<Subscription>[] = [
    { head: t('Person'), cell: ({ address }) => address },
    { head: t('Product'), cell: (row) => <Product {...row} /> },
    { head: t('Topic'), cell: ({ topic }) => t(topicName(topic)) },
    { head: t('Channel'), cell: ({ medium }) => mediumName(medium) },
    { head: t('State'), cell: ({ status }) => <StatusBadge state={status} /> },
    { head: t('Units'), cell: ({ quantity }) => quantity, isNumber: true },
    { head: t('Since'), cell: ({ waitingSince }) => date(waitingSince) },
  ]
  return (
    <Page title={t('Subscriptions')} about={t('Everybody who asked for an alert, and why it was or wasn’t sent.')}>
      <Table
        label={t('Subscriptions')}
        route="/subscriptions"
        columns={columns}
        rowKey={({ subscriptionId }) => subscriptionId}
        searchParameter="q"
        searchLabel={t('E-mail, phone or product')}
        filterParameters={['status', 'variant']}
        filters={
          <>
            <UrlFilter label={t('State')} parameter="status" options={states} />
            {search.variant && (
              <Button size="xs" variant="light" onClick={() => change({ variant: undefined })}>
                {t('Only variant {id}', { id: search.variant })} ×
              </Button>
            )}
          </>
        }
        onOpen={({ subscriptionId }) => change({ open: subscriptionId }, false)}
        openLabel={({ address }) => t('Timeline of {address}', { address })}
        empty={
          <EmptyState
            title={t('No subscriptions yet')}
            action={
              <Button component={Link} {...({ to: `/${store}/widgets` } as object)} variant="filled">
                {t('Add “Notify me” to your shop')}
              </Button>
            }
          >
            {t('Subscriptions appear here as soon as shoppers ask for an alert, with their place in line.')}
          </EmptyState>
        }
      />
      <SubscriptionDrawer />
    </Page>
  )
}
