/** One subscription: where it stands, what happened and why, and what its owner said yes to. */
import { Anchor, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { Facts } from '../../parts/facts.tsx'
import { Product } from '../../parts/product.tsx'
import { Side } from '../../parts/side.tsx'
import { mediumName, State, topicName } from '../../parts/state.tsx'
import { type Step, Timeline } from '../../parts/timeline.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'

export type Subscription = {
  subscriptionId: string
  medium: string
  address: string
  topic: string
  variantId: string
  productId: string
  title: string | null
  variantInfo: string | null
  imageUrl: string | null
  url: string
  status: string
  quantity: number
  targetPrice: number | null
  locale: string | null
  waitingSince: string
  toldAt: string | null
  createdAt: string
}

type Consent = {
  purpose: string
  granted: boolean
  textVersion: string
  source: string
  userAgent: string | null
  givenAt: string
}

type Detail = Subscription & {
  before: number | null
  stock: number | null
  offer: { quantity: number; openedAt: string; lapsesAt: string; number: number; outOf: number } | null
  consents: Consent[]
}

/** Beyond it nobody counts. */
const countedPlaces = 10_000

export function OneSubscription() {
  const say = useSay()
  const { path } = useStore()
  return (
    <Side<{ subscription: Detail; timeline: Step[] }>
      word="open"
      title={say('Subscription')}
      path={(open) => `${path}/subscriptions/${open}`}
      every={10_000}
    >
      {({ subscription, timeline }) => (
        <Stack gap="lg">
          <Standing subscription={subscription} />
          <Divider />
          <div>
            <Title order={3} size="h5" mb="md">
              {say('What happened, and why')}
            </Title>
            <Timeline steps={timeline} />
          </div>
          <Divider />
          <Consents consents={subscription.consents} />
        </Stack>
      )}
    </Side>
  )
}

function Standing({ subscription }: { subscription: Detail }) {
  const say = useSay()
  const { time, number } = useFormats()
  const { before, offer, status, address, medium, topic } = subscription
  const place =
    before === null
      ? null
      : before >= countedPlaces
        ? say('beyond {count}', { count: number(countedPlaces) })
        : say('{place} in line', { place: number(before + 1) })
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap">
        <Product {...subscription} />
        <State state={status} />
      </Group>
      <Facts
        rows={[
          [say('Person'), address],
          [say('Told by'), mediumName(medium)],
          [say('Topic'), say(topicName(topic))],
          [say('Place'), place],
          [say('In stock'), subscription.stock === null ? say('unknown') : number(subscription.stock)],
          [say('Units wanted'), number(subscription.quantity)],
          [say('Wished price'), subscription.targetPrice],
          [say('Language'), subscription.locale],
          [say('Waiting since'), time(subscription.waitingSince)],
          [
            say('Offer'),
            offer &&
              say('{number} of {outOf}, held until {time}', {
                number: offer.number,
                outOf: offer.outOf,
                time: time(offer.lapsesAt),
              }),
          ],
          [
            say('Product page'),
            /^https?:/.test(subscription.url) && (
              <Anchor href={subscription.url} target="_blank" rel="noreferrer" size="sm">
                {subscription.url}
              </Anchor>
            ),
          ],
        ]}
      />
    </Stack>
  )
}

function Consents({ consents }: { consents: Consent[] }) {
  const say = useSay()
  const { time } = useFormats()
  return (
    <div>
      <Title order={3} size="h5" mb="md">
        {say('Consent')}
      </Title>
      {consents.length === 0 && <Text size="sm">{say('None is recorded.')}</Text>}
      <Stack gap="lg">
        {consents.map((consent) => (
          <Facts
            key={`${consent.purpose} ${consent.givenAt}`}
            rows={[
              [
                say('Said'),
                say(consent.granted ? 'yes to {purpose}' : 'no to {purpose}', {
                  purpose: say(consent.purpose === 'alert' ? 'this alert' : 'marketing'),
                }),
              ],
              [say('When'), time(consent.givenAt)],
              [say('Where'), consent.source],
              [say('Wording'), consent.textVersion],
              [say('Browser'), consent.userAgent],
            ]}
          />
        ))}
      </Stack>
    </div>
  )
}
