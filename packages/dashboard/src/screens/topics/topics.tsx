/** What people are told about: each topic with its rule, its pace and its templates. */
import './topics.css'
import { Badge, Box, Button, Card, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../calls.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { mediumName, topicName } from '../../parts/state.tsx'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { ruleName, type Topic, type Topics } from './topic.ts'
import { TopicForm } from './topic-form.tsx'

export const useTopics = () => {
  const { path } = useStore()
  return useQuery({ queryKey: [path, 'topics'], queryFn: () => ask<Topics>(`${path}/topics`) })
}

export function TopicsScreen() {
  const say = useSay()
  const { may, store } = useStore()
  const { data, error, refetch } = useTopics()
  const [open, setOpen] = useState<Topic | 'new' | null>(null)
  return (
    <Page
      title={say('Topics & templates')}
      about={say('What people are told about, by which rule, how fast, and in which words.')}
      actions={
        may('marketer') && (
          <Button variant="filled" onClick={() => setOpen('new')}>
            {say('New topic')}
          </Button>
        )
      }
    >
      {error && <Failure error={error} again={refetch} />}
      {!data && !error && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={say('Loading')} />
        </Box>
      )}
      <Stack gap="md">
        {data?.topics.map((topic) => (
          <Card key={topic.topic} component="section" aria-label={say(topicName(topic.topic))}>
            <Group justify="space-between" align="flex-start">
              <div>
                <Group gap="xs">
                  <Title order={2} size="h5">
                    {say(topicName(topic.topic))}
                  </Title>
                  {!topic.enabled && <Badge color="gray">{say('Switched off')}</Badge>}
                </Group>
                <Text size="sm" c="dimmed" mt={4}>
                  {say(ruleName(topic.rule))} · <Pace topic={topic} settings={data.settings} />
                </Text>
              </div>
              <Group gap="xs">
                {may('marketer') && (
                  <Button
                    onClick={() => setOpen(topic)}
                    aria-label={say('Settings of {topic}', { topic: say(topicName(topic.topic)) })}
                  >
                    {say('Settings')}
                  </Button>
                )}
                {['email', 'sms', 'push']
                  .filter((medium) => topic.channels.includes(medium))
                  .map((medium) => (
                    <Button
                      key={medium}
                      component={Link}
                      {...({ to: `/${store}/topics/template`, search: { topic: topic.topic, medium } } as object)}
                      aria-label={say('{medium} template of {topic}', {
                        medium: mediumName(medium),
                        topic: say(topicName(topic.topic)),
                      })}
                    >
                      {mediumName(medium)}
                    </Button>
                  ))}
              </Group>
            </Group>
          </Card>
        ))}
      </Stack>
      {open && data && <TopicForm topic={open === 'new' ? null : open} all={data} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Pace({ topic: { options, rule }, settings }: { topic: Topic; settings: Record<string, string> }) {
  const say = useSay()
  const set = (word: string) => options[word] ?? settings[word] ?? ''
  if (rule !== 'back-in-stock' && options.pacing !== 'offers') return <>{say('everybody at once')}</>
  if (set('pacing') === 'everyone') return <>{say('everybody at once')}</>
  return (
    <>
      {say('as many as there are units, held for {window}', { window: set('offer-window') })}
      {set('min-stock') !== '1' && ` · ${say('from {count} units on', { count: set('min-stock') })}`}
    </>
  )
}
