/** Four figures, each with its change and its history. */
import { Card, Group, Text } from '@mantine/core'
import type { StoreData } from '../../api.ts'
import { useFormats, useT } from '../../words/translate.ts'

export type Sums = StoreData<'/home'>['figures']
export type Day = StoreData<'/home'>['days'][number]

type Props = { figures: Sums; before: Sums; days: Day[]; length: number; currency: string | null }

const rate = ({ clicked, told }: Pick<Sums, 'clicked' | 'told'>) => (told > 0 ? clicked / told : 0)

export function Figures({ figures, before, days, length, currency }: Props) {
  const t = useT()
  const { number, percent, money } = useFormats()
  const waiting = days.map(
    (day, place) => day.waiting ?? days.slice(0, place).findLast((one) => one.waiting !== null)?.waiting ?? 0,
  )
  const since = t('compared with the previous {count} days', { count: length })
  return (
    <section className="figures" aria-label={t('Figures')}>
      <Figure
        name={t('People waiting')}
        value={number(figures.waiting ?? 0)}
        now={figures.waiting ?? 0}
        before={before.waiting ?? waiting[0] ?? 0}
        values={waiting}
        since={since}
      />
      <Figure
        name={t('Alerts sent')}
        value={number(figures.told)}
        now={figures.told}
        before={before.told}
        values={days.map(({ told }) => told)}
        since={since}
      />
      <Figure
        name={t('Click-through')}
        value={percent(rate(figures))}
        now={rate(figures)}
        before={rate(before)}
        values={days.map(rate)}
        since={since}
      />
      <Figure
        name={t('Recovered revenue')}
        value={currency ? money(figures.revenue, currency) : number(Math.round(figures.revenue))}
        now={figures.revenue}
        before={before.revenue}
        values={days.map(({ revenue }) => revenue)}
        since={since}
      />
    </section>
  )
}

type FigureProps = { name: string; value: string; now: number; before: number; values: number[]; since: string }

export function Figure({ name, value, now, before, values, since }: FigureProps) {
  return (
    <Card padding="md">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Group gap="xs" align="baseline">
        <span className="figure-value">{value}</span>
        <Change now={now} before={before} since={since} />
      </Group>
      <Spark values={values} />
    </Card>
  )
}

export function Change({ now, before, since }: { now: number; before: number; since: string }) {
  const t = useT()
  const { percent } = useFormats()
  if (before === 0)
    return (
      <Text size="xs" c="dimmed">
        {t(now > 0 ? 'none before' : 'none yet')}
      </Text>
    )
  const change = (now - before) / before
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  return (
    <Text size="xs" c="dimmed" title={since}>
      {sign}
      {percent(Math.abs(change))}
    </Text>
  )
}

/** Bars instead of a curve: alerts come in bursts, which a curve would smooth. */
function Spark({ values }: { values: number[] }) {
  const most = Math.max(...values, 0)
  const width = 100 / Math.max(values.length, 1)
  return (
    <svg className="spark" viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
      {values.map((value, place) => {
        const height = most > 0 ? Math.max(value > 0 ? 2 : 1, (32 * value) / most) : 1
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day.
            key={place}
            x={place * width + width * 0.1}
            y={32 - height}
            width={width * 0.8}
            height={height}
            rx={0.4}
          />
        )
      })}
    </svg>
  )
}
