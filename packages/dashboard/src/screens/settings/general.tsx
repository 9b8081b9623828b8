/** What a store says about itself and how it behaves. */
import { Button, Card, Group, Stack, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { Secret } from '../../parts/secret.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { generalSections } from './fields.ts'
import { SettingsFrame } from './frame.tsx'
import { SettingForm } from './setting-form.tsx'

export function General() {
  return (
    <SettingsFrame>
      <Stack gap="lg">
        <StoreName />
        {generalSections.map((section) => (
          <SettingForm key={section.title} section={section} />
        ))}
      </Stack>
    </SettingsFrame>
  )
}

function StoreName() {
  const say = useSay()
  const { path, name, pid, may } = useStore()
  const [changed, setChanged] = useState<string | null>(null)
  const rename = useAct<{ name: string }>(`${path}/settings`, {
    done: say('Saved.'),
    next: () => setChanged(null),
  })
  return (
    <Card component="section" aria-label={say('Store')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate({ name: changed ?? name })
        }}
      >
        <Stack>
          <Title order={2} size="h4">
            {say('Store')}
          </Title>
          <Group align="flex-end" gap="sm">
            <TextInput
              flex={1}
              label={say('Name')}
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
                {say('Rename')}
              </Button>
            )}
          </Group>
          <Secret text={pid} label={say('Store id (pid)')} hasLabel />
        </Stack>
      </form>
    </Card>
  )
}
