/** Name and language. */
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PersonSent } from '../../api.ts'
import { useAction } from '../../hooks/use-action.ts'
import { useMe } from '../../session.ts'
import { loadLanguage, useLocale, useT } from '../../words/translate.ts'
import { Section } from './section.tsx'

type Changes = PersonSent<'/me'>

export function Profile() {
  const t = useT()
  const locale = useLocale()
  const { data: me } = useMe()
  const [changes, setChanges] = useState<Changes>({})
  const save = useAction('/me', { done: t('Saved.'), next: () => setChanges({}) })
  const set = (word: keyof Changes) => (event: { currentTarget: { value: string } }) =>
    setChanges({ ...changes, [word]: event.currentTarget.value })
  return (
    <Section title={t('About you')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // The confirmation is in the new language, so its words are loaded first.
          void loadLanguage(changes.locale ?? locale).then(() => save.mutate(changes))
        }}
      >
        <Stack>
          <TextInput label={t('Name')} value={changes.name ?? me!.name} onChange={set('name')} autoComplete="name" />
          <NativeSelect
            label={t('Language')}
            data={[
              { value: 'en', label: 'English' },
              { value: 'de', label: 'Deutsch' },
            ]}
            value={changes.locale ?? locale}
            onChange={(event) => {
              void loadLanguage(event.currentTarget.value)
              set('locale')(event)
            }}
          />
          <Group>
            <Button
              type="submit"
              variant="filled"
              loading={save.isPending}
              disabled={Object.keys(changes).length === 0}
            >
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
