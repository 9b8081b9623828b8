/** Settings of a store, section by section: what is changed is sent together, and what is refused says so beside it. */
import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, Refused } from '../../calls.ts'
import { Failure } from '../../parts/failure.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import type { Section } from './fields.ts'
import { SettingInput } from './setting-input.tsx'

export type StoreSettings = { name: string; pid: string; settings: Record<string, string> }

export function useSettings() {
  const { path } = useStore()
  return useQuery({ queryKey: [path, 'settings'], queryFn: () => ask<StoreSettings>(`${path}/settings`) })
}

export function SettingForm({ section }: { section: Section }) {
  const say = useSay()
  const { path, may } = useStore()
  const { data, error, refetch } = useSettings()
  const [changes, setChanges] = useState<Record<string, string>>({})
  const save = useAct<{ settings: Record<string, string> }>(`${path}/settings`, {
    done: say('Saved.'),
    next: () => setChanges({}),
  })
  if (error) return <Failure error={error} again={refetch} />
  if (!data) return null
  const isChanged = Object.entries(changes).some(([word, value]) => data.settings[word] !== value)
  const refused = save.error instanceof Refused ? save.error : null
  return (
    <Card component="section" aria-label={say(section.title)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ settings: changes })
        }}
      >
        <Stack>
          <div>
            <Title order={2} size="h4">
              {say(section.title)}
            </Title>
            {section.about && (
              <Text size="sm" c="dimmed">
                {say(section.about)}
              </Text>
            )}
          </div>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="lg">
            {section.fields.map((field) => (
              <SettingInput
                key={field.word}
                field={field}
                value={changes[field.word] ?? data.settings[field.word] ?? ''}
                problem={refused?.type === `invalid-${field.word}` ? refused.message : undefined}
                isFixed={!may('admin')}
                onChange={(value) => setChanges({ ...changes, [field.word]: value })}
              />
            ))}
          </SimpleGrid>
          {may('admin') && (
            <Group justify="flex-end">
              <Button type="submit" disabled={!isChanged} loading={save.isPending}>
                {say('Save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  )
}
