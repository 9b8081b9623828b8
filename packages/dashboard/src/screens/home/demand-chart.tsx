/** Demand and alerts: a line of sign-ups, bars of alerts sent, dots for restocks. */
import { Group, Title, useComputedColorScheme, VisuallyHidden } from '@mantine/core'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceDot,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { useFormats, useT } from '../../words/translate.ts'
import type { Day } from './figures.tsx'

const colors = {
  light: {
    line: '#434b47',
    bar: '#8cd5ae',
    mark: '#177a4e',
    grid: '#e0e4e1',
    text: '#5c6661',
    paper: '#ffffff',
    ink: '#161b19',
  },
  dark: {
    line: '#e0e4e1',
    bar: '#136a43',
    mark: '#52c087',
    grid: '#38403c',
    text: '#a7b0ab',
    paper: '#1d2321',
    ink: '#e0e4e1',
  },
}

export function DemandChart({ days }: { days: Day[] }) {
  const t = useT()
  const { number, shortDay } = useFormats()
  const color = colors[useComputedColorScheme('light')]
  const marks = days.filter(({ restocks }) => restocks > 0)
  const sum = (word: 'signedUp' | 'told') => days.reduce((total, day) => total + day[word], 0)
  return (
    <section aria-label={t('Demand and alerts')}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h5">
          {t('Demand and alerts')}
        </Title>
        <div className="legend" aria-hidden="true">
          <span>
            <i style={{ background: color.line }} />
            {t('Sign-ups')}
          </span>
          <span>
            <i style={{ background: color.bar }} />
            {t('Alerts sent')}
          </span>
          <span>
            <i style={{ background: color.mark, borderRadius: '50%' }} />
            {t('Restocks')}
          </span>
        </div>
      </Group>
      <VisuallyHidden>
        {t('{signedUp} sign-ups and {notified} alerts sent in this period, after {restocks} restocks.', {
          signedUp: number(sum('signedUp')),
          notified: number(sum('told')),
          restocks: number(marks.reduce((total, { restocks }) => total + restocks, 0)),
        })}
      </VisuallyHidden>
      <div className="chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={days} margin={{ top: 12, right: 4, bottom: 0, left: -16 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke={color.grid} />
            <XAxis
              dataKey="day"
              tickFormatter={shortDay}
              tick={{ fontSize: 12, fill: color.text }}
              stroke={color.grid}
              minTickGap={32}
              tickLine={false}
            />
            <YAxis
              allowDecimals={false}
              tick={{ fontSize: 12, fill: color.text }}
              stroke="none"
              tickFormatter={(value: number) => number(value)}
              width={56}
            />
            <Tooltip
              cursor={{ fill: color.grid, opacity: 0.4 }}
              contentStyle={{
                background: color.paper,
                border: `1px solid ${color.grid}`,
                borderRadius: 8,
                fontSize: 13,
                color: color.ink,
              }}
              labelFormatter={(day) => shortDay(String(day))}
            />
            <Bar
              dataKey="told"
              name={t('Alerts sent')}
              fill={color.bar}
              radius={[3, 3, 0, 0]}
              maxBarSize={28}
              isAnimationActive={false}
            />
            <Line
              dataKey="signedUp"
              name={t('Sign-ups')}
              type="linear"
              stroke={color.line}
              strokeWidth={2}
              dot={false}
              isAnimationActive={false}
            />
            {marks.map(({ day }) => (
              <ReferenceDot
                key={day}
                x={day}
                y={0}
                r={4}
                fill={color.mark}
                stroke={color.paper}
                strokeWidth={2}
                ifOverflow="extendDomain"
              />
            ))}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </section>
  )
}
