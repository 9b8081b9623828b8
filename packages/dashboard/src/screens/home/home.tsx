/** What a merchant sees first: what to set up, the figures, what is wanted, what needs a look. */
import './home.css'
import { Box, Card, Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ask } from '../../calls.ts'
import { Choice } from '../../parts/choice.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { Attention, type Looked } from './attention.tsx'
import { type Day, Figures, type Sums } from './figures.tsx'
import { Guide, type Setup } from './guide.tsx'
import { MostWanted, type Wanted } from './most-wanted.tsx'
import { periods } from './periods.ts'

/** The chart and what draws it come when they are shown. */
const DemandChart = lazy(() => import('./demand-chart.tsx').then(({ DemandChart }) => ({ default: DemandChart })))

type Answer = {
  isCounted: boolean
  figures: Sums
  before: Sums
  days: Day[]
  wanted: Wanted[]
  attention: Looked
  setup: Setup
  currency: string | null
}

export function Home() {
  const say = useSay()
  const { path, name } = useStore()
  const { search } = useAddress()
  const days = search.days ?? '30'
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'home', days],
    queryFn: () => ask<Answer>(`${path}/home`, { days }),
    // What is still being counted is looked at again soon.
    refetchInterval: ({ state }) => (state.data?.isCounted === false ? 1_500 : 15_000),
    placeholderData: (before) => before,
  })
  return (
    <Page
      title={say('Home')}
      about={say('{name}: demand, and what was done about it.', { name })}
      actions={<Choice label={say('Period')} word="days" choices={periods} />}
    >
      {error && <Failure error={error} again={refetch} />}
      {!data && !error && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={say('Loading')} />
        </Box>
      )}
      {data && (
        <Stack gap="md">
          <Attention looked={data.attention} />
          <Figures
            figures={data.figures}
            before={data.before}
            days={data.days}
            length={Number(days)}
            currency={data.currency}
          />
          <div className="home-columns">
            <Card>
              <Suspense fallback={<div className="chart" />}>
                <DemandChart days={data.days} />
              </Suspense>
            </Card>
            <Guide setup={data.setup} />
          </div>
          <MostWanted rows={data.wanted} />
        </Stack>
      )}
    </Page>
  )
}
