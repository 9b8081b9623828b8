/** From saved to bought, by topic and channel, this time against the time before, and what could not be sold. */
import './analytics.css'
import { Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../calls.ts'
import { Choice } from '../../parts/choice.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Product } from '../../parts/product.tsx'
import { mediumName, topicName } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { Change, type Day, type Sums } from '../home/figures.tsx'
import { periods } from '../home/periods.ts'

type Answer = { now: Sums; before: Sums; currency: string | null; isCounted: boolean }

type TopicRow = {
  topic: string
  medium: string
  signedUp: number
  told: number
  clicked: number
  bought: number
  revenue: number
}

type Wanted = {
  variantId: string
  topic: string
  waiting: number
  units: number
  unmet: number
  title: string | null
  variantInfo: string | null
  imageUrl: string | null
  price: number | null
  currency: string | null
  stock: number | null
}

export function Analytics() {
  const say = useSay()
  const { path } = useStore()
  const { search } = useAddress()
  const days = search.days ?? '30'
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'analytics', days],
    queryFn: () => ask<Answer>(`${path}/analytics`, { days }),
    refetchInterval: ({ state }) => (state.data?.isCounted === false ? 1_500 : false),
    placeholderData: (before) => before,
  })
  return (
    <Page
      title={say('Analytics')}
      about={say('What people saved, asked for and bought, and what you could not sell them.')}
      actions={<Choice label={say('Period')} word="days" choices={periods} />}
    >
      {error && <Failure error={error} again={refetch} />}
      {data && <Funnel answer={data} days={Number(days)} />}
      <DemandBook />
      <ByTopic />
      <ByDay />
    </Page>
  )
}

const stages: [key: keyof Sums, name: string][] = [
  ['saved', 'Saved'],
  ['signedUp', 'Subscribed'],
  ['told', 'Told'],
  ['clicked', 'Clicked'],
  ['bought', 'Bought'],
]

function Funnel({ answer: { now, before, currency }, days }: { answer: Answer; days: number }) {
  const say = useSay()
  const { number, percent, money } = useFormats()
  const worth = (value: number) => (currency ? money(value, currency) : number(Math.round(value)))
  const most = Math.max(...stages.map(([key]) => now[key] ?? 0), 1)
  return (
    <Card component="section" aria-label={say('From saved to bought')}>
      <Title order={2} size="h5" mb="md">
        {say('From saved to bought')}
      </Title>
      <ol className="funnel">
        {stages.map(([key, name], place) => {
          const value = now[key] ?? 0
          const from = place > 1 ? (now[stages[place - 1]![0]] ?? 0) : 0
          return (
            <li key={key}>
              <span className="funnel-name">{say(name)}</span>
              <span className="funnel-bar">
                <span style={{ width: `${Math.max((100 * value) / most, value > 0 ? 1 : 0)}%` }} />
              </span>
              <span className="funnel-value">{number(value)}</span>
              <span className="funnel-rate">
                {place > 1 && from > 0 ? say('{rate} of those before', { rate: percent(value / from) }) : ''}
              </span>
              <span className="funnel-change">
                <Change
                  now={value}
                  before={before[key] ?? 0}
                  since={say('against the {count} days before', { count: days })}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <Text size="sm" mt="md">
        {say('Recovered revenue: {revenue}, before: {before}', {
          revenue: worth(now.revenue),
          before: worth(before.revenue),
        })}
      </Text>
    </Card>
  )
}

function DemandBook() {
  const say = useSay()
  const { number, money } = useFormats()
  const { path } = useStore()
  const columns: Column<Wanted>[] = [
    { head: say('Product'), cell: (row) => <Product {...row} /> },
    { head: say('Topic'), cell: ({ topic }) => say(topicName(topic)) },
    { head: say('People waiting'), cell: ({ waiting }) => number(waiting), isNumber: true },
    { head: say('Units wanted'), cell: ({ units }) => number(units), isNumber: true },
    { head: say('In stock'), cell: ({ stock }) => (stock === null ? '–' : number(stock)), isNumber: true },
    { head: say('Unmet units'), cell: ({ unmet }) => <strong>{number(unmet)}</strong>, isNumber: true },
    {
      head: say('Worth'),
      isNumber: true,
      cell: ({ price, unmet, currency }) =>
        price === null ? '–' : currency ? money(price * unmet, currency) : number(price * unmet),
    },
  ]
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {say('Demand book')}
      </Title>
      <Table
        label={say('Demand book')}
        path={`${path}/analytics/demand`}
        columns={columns}
        rowKey={({ variantId, topic }) => `${topic} ${variantId}`}
        empty={<Empty title={say('Nobody waits')}>{say('What people wait for stands here, most wanted first.')}</Empty>}
      />
    </Stack>
  )
}

function ByTopic() {
  const say = useSay()
  const { number, percent } = useFormats()
  const { path } = useStore()
  const columns: Column<TopicRow>[] = [
    { head: say('Topic'), cell: ({ topic }) => say(topicName(topic)) },
    { head: say('Channel'), cell: ({ medium }) => mediumName(medium) },
    { head: say('Subscribed'), cell: ({ signedUp }) => number(signedUp), isNumber: true },
    { head: say('Told'), cell: ({ told }) => number(told), isNumber: true },
    { head: say('Clicked'), cell: ({ clicked }) => number(clicked), isNumber: true },
    {
      head: say('Click-through'),
      cell: ({ clicked, told }) => (told > 0 ? percent(clicked / told) : '–'),
      isNumber: true,
    },
    { head: say('Bought'), cell: ({ bought }) => number(bought), isNumber: true },
    { head: say('Revenue'), cell: ({ revenue }) => number(Math.round(revenue)), isNumber: true },
  ]
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {say('By topic and channel')}
      </Title>
      <Table
        label={say('By topic and channel')}
        path={`${path}/analytics/topics`}
        columns={columns}
        filterWords={['days']}
        rowKey={({ topic, medium }) => `${topic} ${medium}`}
        empty={<Empty title={say('Nothing happened in this time')} />}
      />
    </Stack>
  )
}

function ByDay() {
  const say = useSay()
  const { number, date } = useFormats()
  const { path } = useStore()
  const figure = (head: string, read: (day: Day) => number | null): Column<Day> => ({
    head: say(head),
    cell: (day) => (read(day) === null ? '–' : number(read(day)!)),
    isNumber: true,
  })
  const columns: Column<Day>[] = [
    { head: say('Day'), cell: ({ day }) => date(`${day}T12:00:00`) },
    figure('Saved', ({ saved }) => saved),
    figure('Subscribed', ({ signedUp }) => signedUp),
    figure('Told', ({ told }) => told),
    figure('Clicked', ({ clicked }) => clicked),
    figure('Bought', ({ bought }) => bought),
    figure('Restocks', ({ restocks }) => restocks),
  ]
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {say('Day by day')}
      </Title>
      <Table
        label={say('Day by day')}
        path={`${path}/analytics/days`}
        columns={columns}
        filterWords={['days']}
        rowKey={({ day }) => day}
        empty={null}
      />
    </Stack>
  )
}
