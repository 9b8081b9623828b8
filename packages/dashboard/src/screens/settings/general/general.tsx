/** General settings of a store. */
import { Button, Card, Group, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { CopyableText } from '../../../components/data/copyable-text.tsx'
import { useStoreAction } from '../../../hooks/use-action.ts'
import { useStore } from '../../../session.ts'
import { useT } from '../../../words/translate.ts'
import { SettingsLayout } from '../settings-layout.tsx'
import { generalSections } from './setting-fields.ts'
import { SettingForm } from './setting-form.tsx'

export function General() {
  return (
    <SettingsLayout>
      <Stack gap="lg">
        <StoreName />
        {generalSections.map((section) => (
          <SettingForm key={section.title} section={section} />
        ))}
      </Stack>
    </SettingsLayout>
  )
}

function StoreName() {
  const t = useT()
  const { name, pid, may } = useStore()
  const [changed, setChanged] = useState<string | null>(null)
  const rename = useStoreAction('/settings', {
    done: t('Saved.'),
    next: () => setChanged(null),
  })
  return (
    <Card component="section" aria-label={t('Store')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate({ name: changed ?? name })
        }}
      >
        <Stack>
          <Title order={2} size="h4">
            {t('Store')}
          </Title>
          <Group align="flex-end" gap="sm">
            <TextInput
              flex={1}
              label={t('Name')}
              value={changed ?? name}
              maxLength={100}
              disabled={!may('admin')}
              onChange={(event) => setChanged(event.currentTarget.value)}
            />
            {may('admin') && (
              <Button
                type="submit"
                disabled={changed === null || changed.trim() === '' || changed === name}
                loading={rename.isPending}
              >
                {t('Rename')}
              </Button>
            )}
          </Group>
          <CopyableText text={pid} label={t('Store id (pid)')} hasLabel />
        </Stack>
      </form>
    </Card>
  )
}
