/** A section of settings: changes are saved together, and a refused value shows its error. */
import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../api.ts'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { useStoreAction } from '../../../hooks/use-action.ts'
import { useStoreQuery } from '../../../hooks/use-store-query.ts'
import { useStore } from '../../../session.ts'
import { useT } from '../../../words/translate.ts'
import { SettingInput } from './setting-input.tsx'
import type { Section } from './setting-section.ts'

export const useSettings = () => useStoreQuery('/settings', {})

export function SettingForm({ section }: { section: Section }) {
  const t = useT()
  const { may } = useStore()
  const { data, error, refetch } = useSettings()
  const [changes, setChanges] = useState<Record<string, string>>({})
  const save = useStoreAction('/settings', {
    done: t('Saved.'),
    next: () => setChanges({}),
  })
  if (error) return <ErrorAlert error={error} again={refetch} />
  if (!data) return null
  const isChanged = Object.entries(changes).some(([word, value]) => data.settings[word] !== value)
  const refused = save.error instanceof ApiError ? save.error : null
  return (
    <Card component="section" aria-label={t(section.title)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ settings: changes })
        }}
      >
        <Stack>
          <div>
            <Title order={2} size="h4">
              {t(section.title)}
            </Title>
            {section.about && (
              <Text size="sm" c="dimmed">
                {t(section.about)}
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
                {t('Save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  )
}
