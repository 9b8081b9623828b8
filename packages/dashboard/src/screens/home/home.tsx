/** Home: set-up steps, figures, demand, and what needs attention. */
import './home.css'
import { Box, Card, Loader, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { UrlFilter } from '../../components/data/filter-chips.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Page } from '../../components/layout/page.tsx'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { Attention } from './attention.tsx'
import { Figures } from './figures.tsx'
import { GettingStarted } from './getting-started.tsx'
import { MostWanted } from './most-wanted.tsx'
import { periods } from './periods.ts'

/** The chart library is loaded when the chart is shown. */
const DemandChart = lazy(() => import('./demand-chart.tsx').then(({ DemandChart }) => ({ default: DemandChart })))

export function Home() {
  const t = useT()
  const { name } = useStore()
  const { search } = useUrlState()
  const days = search.days ?? '30'
  const { data, error, refetch } = useStoreQuery(
    '/home',
    { days },
    {
      // While figures are being counted they are read again soon.
      every: (data) => (data?.isCounted === false ? 1_500 : 15_000),
      keepPrevious: true,
    },
  )
  return (
    <Page
      title={t('Home')}
      about={t('{name}: demand and alerts.', { name })}
      actions={<UrlFilter label={t('Period')} parameter="days" options={periods} />}
    >
      {error && <ErrorAlert error={error} again={refetch} />}
      {!data && !error && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={t('Loading')} />
        </Box>
      )}
      {data && (
        <Stack gap="md">
          <Attention problems={data.attention} />
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
            <GettingStarted setup={data.setup} />
          </div>
          <MostWanted rows={data.wanted} />
        </Stack>
      )}
    </Page>
  )
}
