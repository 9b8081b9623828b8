/** Name and language. */
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { useMe } from '../../session.ts'
import { useLocale, useSay } from '../../words/words.ts'
import { Section } from './section.tsx'

type Changes = Record<string, string>

export function Profile() {
  const say = useSay()
  const locale = useLocale()
  const { data: me } = useMe()
  const [changes, setChanges] = useState<Changes>({})
  const save = useAct<Changes>('/me', { done: say('Saved.'), next: () => setChanges({}) })
  const set = (word: string) => (event: { currentTarget: { value: string } }) =>
    setChanges({ ...changes, [word]: event.currentTarget.value })
  return (
    <Section title={say('About you')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(changes)
        }}
      >
        <Stack>
          <TextInput label={say('Name')} value={changes.name ?? me!.name} onChange={set('name')} autoComplete="name" />
          <NativeSelect
            label={say('Language')}
            data={[
              { value: 'en', label: 'English' },
              { value: 'de', label: 'Deutsch' },
            ]}
            value={changes.locale ?? locale}
            onChange={set('locale')}
          />
          <Group>
            <Button
              type="submit"
              variant="filled"
              loading={save.isPending}
              disabled={Object.keys(changes).length === 0}
            >
              {say('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
