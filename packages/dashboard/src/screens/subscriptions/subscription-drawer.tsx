/** One subscription: position, timeline with reasons, consents; ended or notified by the store. */
import { Anchor, Button, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { StoreData } from '../../api.ts'
import { Facts } from '../../components/data/facts.tsx'
import { Product } from '../../components/data/product.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { Timeline } from '../../components/data/timeline.tsx'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { DetailDrawer } from '../../components/layout/detail-drawer.tsx'
import { mediumName, topicName } from '../../display-names.ts'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useStore } from '../../session.ts'
import { useFormats, useReaderLanguage, useT } from '../../words/translate.ts'

type Detail = StoreData<'/subscriptions/:subscriptionId'>['subscription']
type Consent = Detail['consents'][number]

/** The server counts positions up to this number. */
const countedPlaces = 10_000

export function SubscriptionDrawer() {
  const t = useT()
  const language = useReaderLanguage()
  const { may } = useStore()
  return (
    <DetailDrawer
      title={t('Subscription')}
      route="/subscriptions/:subscriptionId"
      fields={(subscriptionId) => ({ subscriptionId, language })}
      every={10_000}
    >
      {({ subscription, timeline }) => (
        <Stack gap="lg">
          <Standing subscription={subscription} />
          {may('marketer') && <Actions subscription={subscription} />}
          <Divider />
          <div>
            <Title order={3} size="h5" mb="md">
              {t('What happened, and why')}
            </Title>
            <Timeline steps={timeline} />
          </div>
          <Divider />
          <Consents consents={subscription.consents} />
        </Stack>
      )}
    </DetailDrawer>
  )
}

function Standing({ subscription }: { subscription: Detail }) {
  const t = useT()
  const { time, number } = useFormats()
  const { before, offer, status, address, medium, topic } = subscription
  const place =
    before === null
      ? null
      : before >= countedPlaces
        ? t('beyond {count}', { count: number(countedPlaces) })
        : t('{place} in line', { place: number(before + 1) })
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap">
        <Product {...subscription} />
        <StatusBadge state={status} />
      </Group>
      <Facts
        rows={[
          [t('Person'), address],
          [t('Channel'), mediumName(medium)],
          [t('Topic'), t(topicName(topic))],
          [t('Place'), place],
          [t('In stock'), subscription.stock === null ? t('unknown') : number(subscription.stock)],
          [t('Units wanted'), number(subscription.quantity)],
          [t('Target price'), subscription.targetPrice],
          [t('Language'), subscription.locale],
          [t('Waiting since'), time(subscription.waitingSince)],
          [
            t('Offer'),
            offer &&
              t('{number} of {outOf}; the next in line is notified at {time}', {
                number: offer.number,
                outOf: offer.outOf,
                time: time(offer.lapsesAt),
              }),
          ],
          [
            t('Product page'),
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

const isOpen = ({ status }: Detail) => status === 'waiting' || status === 'unconfirmed' || status === 'told'

/** What the store may do for one person. */
function Actions({ subscription }: { subscription: Detail }) {
  const t = useT()
  const { subscriptionId, status, address } = subscription
  const [isEnding, setEnding] = useState(false)
  const notify = useStoreAction('/subscriptions/:subscriptionId/notify', {
    done: ({ reason }) =>
      t(reason === 'queued' ? 'The message is on its way.' : 'This person has been notified already.'),
  })
  const end = useStoreAction('/subscriptions/:subscriptionId/end', {
    done: t('The alert has ended.'),
    next: () => setEnding(false),
  })
  if (!isOpen(subscription)) return null
  return (
    <Group>
      {status === 'waiting' && (
        <Button loading={notify.isPending} onClick={() => notify.mutate({ subscriptionId })}>
          {t('Notify now')}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={() => setEnding(true)}>
        {t('End this alert')}
      </Button>
      <ConfirmDialog
        title={t('End this alert?')}
        action={t('End this alert')}
        isOpen={isEnding}
        isBusy={end.isPending}
        onConfirm={() => end.mutate({ subscriptionId })}
        onClose={() => setEnding(false)}
      >
        {t('{address} gets no message about this product any more. The place in line is lost.', { address })}
      </ConfirmDialog>
    </Group>
  )
}

function Consents({ consents }: { consents: Consent[] }) {
  const t = useT()
  const { time } = useFormats()
  return (
    <div>
      <Title order={3} size="h5" mb="md">
        {t('Consent')}
      </Title>
      {consents.length === 0 && <Text size="sm">{t('No consent recorded.')}</Text>}
      <Stack gap="lg">
        {consents.map((consent) => (
          <Facts
            key={`${consent.purpose} ${consent.givenAt}`}
            rows={[
              [
                t('Answer'),
                t(consent.granted ? 'yes to {purpose}' : 'no to {purpose}', {
                  purpose: t(consent.purpose === 'alert' ? 'this alert' : 'marketing'),
                }),
              ],
              [t('When'), time(consent.givenAt)],
              [t('Source'), consent.source],
              [t('Text version'), consent.textVersion],
              [t('Text shown'), consent.text],
              [t('Browser'), consent.userAgent],
            ]}
          />
        ))}
      </Stack>
    </div>
  )
}
