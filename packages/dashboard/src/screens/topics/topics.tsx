/** Topics of alerts, each with its rule, pacing and templates. */
import './topics.css'
import { Badge, Box, Button, Card, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Page } from '../../components/layout/page.tsx'
import { mediumName, messageNames, topicName } from '../../display-names.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { ruleName, type Topic } from './rule-names.ts'
import { TopicForm } from './topic-form.tsx'

export function TopicsScreen() {
  const t = useT()
  const { may } = useStore()
  const { data, error, refetch } = useStoreQuery('/topics', {})
  const [open, setOpen] = useState<Topic | 'new' | null>(null)
  return (
    <Page
      title={t('Topics & templates')}
      about={t('What shoppers are notified about: rules, pacing and templates.')}
      actions={
        may('marketer') && (
          <Button variant="filled" onClick={() => setOpen('new')}>
            {t('New topic')}
          </Button>
        )
      }
    >
      {error && <ErrorAlert error={error} again={refetch} />}
      {!data && !error && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={t('Loading')} />
        </Box>
      )}
      <Stack gap="md">
        {data?.topics.map((topic) => (
          <Card key={topic.topic} component="section" aria-label={t(topicName(topic.topic))}>
            <Group justify="space-between" align="flex-start">
              <div>
                <Group gap="xs">
                  <Title order={2} size="h5">
                    {t(topicName(topic.topic))}
                  </Title>
                  {!topic.enabled && <Badge color="gray">{t('Switched off')}</Badge>}
                </Group>
                <Text size="sm" c="dimmed" mt={4}>
                  {t(ruleName(topic.rule))} · <Pace topic={topic} settings={data.settings} />
                </Text>
              </div>
              <Group gap="xs">
                {may('marketer') && (
                  <Button
                    onClick={() => setOpen(topic)}
                    aria-label={t('Settings of {topic}', { topic: t(topicName(topic.topic)) })}
                  >
                    {t('Settings')}
                  </Button>
                )}
                <TemplateLinks topic={topic.topic} channels={topic.channels} />
              </Group>
            </Group>
          </Card>
        ))}
        {data &&
          Object.entries(messageNames).map(([message, { name, about }]) => (
            <Card key={message} component="section" aria-label={t(name)}>
              <Group justify="space-between" align="flex-start">
                <div>
                  <Title order={2} size="h5">
                    {t(name)}
                  </Title>
                  <Text size="sm" c="dimmed" mt={4}>
                    {t(about)}
                  </Text>
                </div>
                <Group gap="xs">
                  <TemplateLinks topic={message} channels={data.media} />
                </Group>
              </Group>
            </Card>
          ))}
      </Stack>
      {open && data && <TopicForm topic={open === 'new' ? null : open} all={data} onClose={() => setOpen(null)} />}
    </Page>
  )
}

const templated = ['email', 'sms', 'push']

function TemplateLinks({ topic, channels }: { topic: string; channels: readonly string[] }) {
  const t = useT()
  const { store } = useStore()
  return templated
    .filter((medium) => channels.includes(medium))
    .map((medium) => (
      <Button
        key={medium}
        component={Link}
        {...({ to: `/${store}/topics/template`, search: { topic, medium } } as object)}
        aria-label={t('{medium} template of {topic}', { medium: mediumName(medium), topic: t(topicName(topic)) })}
      >
        {mediumName(medium)}
      </Button>
    ))
}

function Pace({ topic: { options, rule }, settings }: { topic: Topic; settings: Record<string, string> }) {
  const t = useT()
  const set = (word: string) => options[word] ?? settings[word] ?? ''
  if (rule !== 'back-in-stock' && options.pacing !== 'offers') return <>{t('everybody at once')}</>
  if (set('pacing') === 'everyone') return <>{t('everybody at once')}</>
  return (
    <>
      {t('as many as there are units; the next in line after {window}', { window: set('offer-window') })}
      {set('min-stock') !== '1' && ` · ${t('from {count} units on', { count: set('min-stock') })}`}
    </>
  )
}
