/** The measured effect of messages by topic: notified against held-out people, with the 95 % interval, or what is missing for it. */
import { Card, Stack, Text, Title } from '@mantine/core'
import type { StoreData } from '../../api.ts'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { topicName } from '../../display-names.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { type Translate, useFormats, useT } from '../../words/translate.ts'

type Lift = StoreData<'/analytics/lift'>['topics'][number]
type Formats = ReturnType<typeof useFormats>

export function MeasuredLift({ days }: { days: string }) {
  const t = useT()
  const { data, error, refetch } = useStoreQuery('/analytics/lift', { days }, { keepPrevious: true })
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {t('What the messages change')}
      </Title>
      {error && <ErrorAlert error={error} again={refetch} />}
      {data?.topics.length === 0 && (
        <EmptyState title={t('Nothing is measured')}>
          {t(
            'Set “Held out to measure” in the settings or in a topic, such as 5%: that share is notified later, and the difference in purchases is the effect.',
          )}
        </EmptyState>
      )}
      {data?.topics.map((lift) => (
        <TopicCard key={lift.topic} lift={lift} />
      ))}
    </Stack>
  )
}

function TopicCard({ lift }: { lift: Lift }) {
  const t = useT()
  const formats = useFormats()
  const { number, percent } = formats
  // A share of few people would look like a result.
  const group = ({ people, bought }: Lift['notified']) => {
    const counts = { bought: number(bought), people: number(people) }
    if (!lift.effect) return t('{bought} of {people} bought', counts)
    return t('{bought} of {people} bought ({rate})', { ...counts, rate: percent(bought / people) })
  }
  return (
    <Card component="section" aria-label={t(topicName(lift.topic))}>
      <Title order={3} size="h6">
        {t(topicName(lift.topic))}
      </Title>
      {lift.effect && <IntervalBar effect={lift.effect} />}
      <Text mt="xs">{verdictOf(t, formats, lift)}</Text>
      <dl className="lift-groups">
        <dt>{t('Notified at once')}</dt>
        <dd>{group(lift.notified)}</dd>
        <dt>{t('Notified later')}</dt>
        <dd>{group(lift.heldOut)}</dd>
      </dl>
      <Text size="sm" c="dimmed">
        {lift.holdout === null
          ? t('Nobody is held out any more.')
          : t('{share} are notified {hours} h later, chosen at random; they keep their place and their units.', {
              ...{ share: percent(lift.holdout), hours: number(lift.window / 3_600_000) },
            })}{' '}
        {lift.running > 0 &&
          t.plural(lift.running, 'The time of {count} person is not over.', 'The time of {count} people is not over.')}
      </Text>
    </Card>
  )
}

/** No figure where it would only look like one. */
function verdictOf(t: Translate, { points }: Formats, { state, effect, needed, heldOut }: Lift): string {
  if (!effect) {
    const missing = t.plural(
      needed ?? 1,
      'Too few people for a figure: {count} more has to be held out.',
      'Too few people for a figure: {count} more have to be held out.',
    )
    return heldOut.people === 0 ? t('No figure yet. {missing}', { missing }) : missing
  }
  const figures = {
    difference: points(effect.difference).replace(/^\+/, ''),
    low: points(effect.low),
    high: points(effect.high),
  }
  if (state === 'more')
    return t('Messages make {difference} percentage points more people buy (95 %: {low} to {high}).', figures)
  if (state === 'fewer')
    return t('Notified people buy less often: {difference} percentage points (95 %: {low} to {high}).', figures)
  const open = t('No effect is proven: {low} to {high} percentage points (95 %), which includes none.', figures)
  if (needed === null) return open
  const more = t.plural(
    needed,
    'If the difference stays the same, {count} more held-out person decides it.',
    'If the difference stays the same, {count} more held-out people decide it.',
  )
  return `${open} ${more}`
}

/** The interval on a scale around 0, in percentage points. */
function IntervalBar({ effect: { difference, low, high } }: { effect: NonNullable<Lift['effect']> }) {
  const reach = Math.max(Math.abs(low), Math.abs(high), 0.01) * 1.1
  const x = (value: number) => 50 + (50 * value) / reach
  return (
    <svg className="lift-interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <line x1={x(0)} x2={x(0)} y1="0" y2="10" className="lift-zero" />
      <rect x={x(low)} width={x(high) - x(low)} y="3.5" height="3" />
      <line x1={x(difference)} x2={x(difference)} y1="1.5" y2="8.5" className="lift-point" />
    </svg>
  )
}
