/** Demand and alerts: a line of those who asked, bars of those who were told, marks where stock came. */
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
import { useFormats, useSay } from '../../words/words.ts'
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
  const say = useSay()
  const { number } = useFormats()
  const color = colors[useComputedColorScheme('light')]
  const short = (day: string) =>
    new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
  const marks = days.filter(({ restocks }) => restocks > 0)
  const sum = (word: 'signedUp' | 'told') => days.reduce((total, day) => total + day[word], 0)
  return (
    <section aria-label={say('Demand and alerts')}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h5">
          {say('Demand and alerts')}
        </Title>
        <div className="legend" aria-hidden="true">
          <span>
            <i style={{ background: color.line }} />
            {say('Sign-ups')}
          </span>
          <span>
            <i style={{ background: color.bar }} />
            {say('Alerts told')}
          </span>
          <span>
            <i style={{ background: color.mark, borderRadius: '50%' }} />
            {say('Restocks')}
          </span>
        </div>
      </Group>
      <VisuallyHidden>
        {say('{signedUp} signed up and {told} were told in this time, after {restocks} restocks.', {
          signedUp: number(sum('signedUp')),
          told: number(sum('told')),
          restocks: number(marks.reduce((total, { restocks }) => total + restocks, 0)),
        })}
      </VisuallyHidden>
      <div className="chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart data={days} margin={{ top: 12, right: 4, bottom: 0, left: -16 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke={color.grid} />
            <XAxis
              dataKey="day"
              tickFormatter={short}
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
              labelFormatter={(day) => short(String(day))}
            />
            <Bar
              dataKey="told"
              name={say('Alerts told')}
              fill={color.bar}
              radius={[3, 3, 0, 0]}
              maxBarSize={28}
              isAnimationActive={false}
            />
            <Line
              dataKey="signedUp"
              name={say('Sign-ups')}
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
