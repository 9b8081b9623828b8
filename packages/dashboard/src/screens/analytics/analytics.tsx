/** Analytics: funnel from saved to bought, demand book, figures by topic and by day, compared with the previous period. */
import './analytics.css'
import { Card, Stack, Text, Title } from '@mantine/core'
import type { StoreData, TableRow } from '../../api.ts'
import { UrlFilter } from '../../components/data/filter-chips.tsx'
import { Product } from '../../components/data/product.tsx'
import { type Column, Table } from '../../components/data/table.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Page } from '../../components/layout/page.tsx'
import { mediumName, topicName } from '../../display-names.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { Change, type Day, type Sums } from '../home/figures.tsx'
import { periods } from '../home/periods.ts'
import { DemandValue } from './demand-value.tsx'
import { MeasuredLift } from './measured-lift.tsx'

type Answer = StoreData<'/analytics'>
type TopicRow = TableRow<'/analytics/topics'>
type Wanted = TableRow<'/analytics/demand'>

export function Analytics() {
  const t = useT()
  const { search } = useUrlState()
  const days = search.days ?? '30'
  const { data, error, refetch } = useStoreQuery(
    '/analytics',
    { days },
    { every: (data) => (data?.isCounted === false ? 1_500 : false), keepPrevious: true },
  )
  return (
    <Page
      title={t('Analytics')}
      about={t('What shoppers saved, subscribed to and bought, and what was out of stock.')}
      actions={<UrlFilter label={t('Period')} parameter="days" options={periods} />}
    >
      {error && <ErrorAlert error={error} again={refetch} />}
      {data && <Funnel answer={data} days={Number(days)} />}
      <MeasuredLift days={days} />
      <DemandBook />
      <DemandValue />
      <ByTopic />
      <ByDay />
    </Page>
  )
}

const stages: [key: keyof Sums, name: string][] = [
  ['saved', 'Saved'],
  ['signedUp', 'Subscribed'],
  ['told', 'Notified'],
  ['clicked', 'Clicked'],
  ['bought', 'Bought'],
]

function Funnel({ answer: { now, before, currency }, days }: { answer: Answer; days: number }) {
  const t = useT()
  const { number, percent, money } = useFormats()
  const worth = (value: number) => (currency ? money(value, currency) : number(Math.round(value)))
  const most = Math.max(...stages.map(([key]) => now[key] ?? 0), 1)
  return (
    <Card component="section" aria-label={t('From saved to bought')}>
      <Title order={2} size="h5" mb="md">
        {t('From saved to bought')}
      </Title>
      <ol className="funnel">
        {stages.map(([key, name], place) => {
          const value = now[key] ?? 0
          const from = place > 1 ? (now[stages[place - 1]![0]] ?? 0) : 0
          return (
            <li key={key}>
              <span className="funnel-name">{t(name)}</span>
              <span className="funnel-bar">
                <span style={{ width: `${Math.max((100 * value) / most, value > 0 ? 1 : 0)}%` }} />
              </span>
              <span className="funnel-value">{number(value)}</span>
              <span className="funnel-rate">
                {place > 1 && from > 0 ? t('{rate} of the previous step', { rate: percent(value / from) }) : ''}
              </span>
              <span className="funnel-change">
                <Change
                  now={value}
                  before={before[key] ?? 0}
                  since={t('compared with the previous {count} days', { count: days })}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <Text size="sm" mt="md">
        {t('Recovered revenue: {revenue}, previous period: {before}', {
          revenue: worth(now.revenue),
          before: worth(before.revenue),
        })}
      </Text>
    </Card>
  )
}

function DemandBook() {
  const t = useT()
  const { number, money } = useFormats()
  const columns: Column<Wanted>[] = [
    { head: t('Product'), cell: (row) => <Product {...row} /> },
    { head: t('Topic'), cell: ({ topic }) => t(topicName(topic)) },
    { head: t('People waiting'), cell: ({ waiting }) => number(waiting), isNumber: true },
    { head: t('Units wanted'), cell: ({ units }) => number(units), isNumber: true },
    { head: t('In stock'), cell: ({ stock }) => (stock === null ? '–' : number(stock)), isNumber: true },
    { head: t('Unmet units'), cell: ({ unmet }) => <strong>{number(unmet)}</strong>, isNumber: true },
    {
      head: t('Value'),
      isNumber: true,
      cell: ({ price, unmet, currency }) =>
        price === null ? '–' : currency ? money(price * unmet, currency) : number(price * unmet),
    },
  ]
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('Demand book')}
      </Title>
      <Table
        label={t('Demand book')}
        route="/analytics/demand"
        columns={columns}
        rowKey={({ variantId, topic }) => `${topic} ${variantId}`}
        empty={
          <EmptyState title={t('Nobody is waiting')}>
            {t('Products that shoppers wait for appear here, most wanted first.')}
          </EmptyState>
        }
      />
    </Stack>
  )
}

function ByTopic() {
  const t = useT()
  const { number, percent } = useFormats()
  const columns: Column<TopicRow>[] = [
    { head: t('Topic'), cell: ({ topic }) => t(topicName(topic)) },
    { head: t('Channel'), cell: ({ medium }) => mediumName(medium) },
    { head: t('Subscribed'), cell: ({ signedUp }) => number(signedUp), isNumber: true },
    { head: t('Notified'), cell: ({ told }) => number(told), isNumber: true },
    { head: t('Clicked'), cell: ({ clicked }) => number(clicked), isNumber: true },
    {
      head: t('Click-through'),
      cell: ({ clicked, told }) => (told > 0 ? percent(clicked / told) : '–'),
      isNumber: true,
    },
    { head: t('Bought'), cell: ({ bought }) => number(bought), isNumber: true },
    { head: t('Revenue'), cell: ({ revenue }) => number(Math.round(revenue)), isNumber: true },
  ]
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('By topic and channel')}
      </Title>
      <Table
        label={t('By topic and channel')}
        route="/analytics/topics"
        columns={columns}
        filterParameters={['days']}
        rowKey={({ topic, medium }) => `${topic} ${medium}`}
        empty={<EmptyState title={t('No activity in this period')} />}
      />
    </Stack>
  )
}

function ByDay() {
  const t = useT()
  const { number, date } = useFormats()
  const figure = (head: string, read: (day: Day) => number | null): Column<Day> => ({
    head: t(head),
    cell: (day) => (read(day) === null ? '–' : number(read(day)!)),
    isNumber: true,
  })
  const columns: Column<Day>[] = [
    { head: t('Day'), cell: ({ day }) => date(`${day}T12:00:00`) },
    figure('Saved', ({ saved }) => saved),
    figure('Subscribed', ({ signedUp }) => signedUp),
    figure('Notified', ({ told }) => told),
    figure('Clicked', ({ clicked }) => clicked),
    figure('Bought', ({ bought }) => bought),
    figure('Restocks', ({ restocks }) => restocks),
  ]
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('Day by day')}
      </Title>
      <Table
        label={t('Day by day')}
        route="/analytics/days"
        columns={columns}
        filterParameters={['days']}
        rowKey={({ day }) => day}
        empty={null}
      />
    </Stack>
  )
}
