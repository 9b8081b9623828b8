/** Privacy requests of shoppers: export and erasure of their data, and the end of their sessions. */
import { Button, Card, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { useStoreAction } from '../../../hooks/use-action.ts'
import { useFormats, useT } from '../../../words/translate.ts'
import { SettingsLayout } from '../settings-layout.tsx'
import { RequestedErasures } from './requested-erasures.tsx'

type Who = { email: string; phone: string }
type Found = Record<string, number>

/** In the order shown. */
const kinds: [kind: string, name: string][] = [
  ['shoppers', 'Accounts and guest sessions'],
  ['lists', 'Lists'],
  ['items', 'Saved items'],
  ['subscriptions', 'Alert subscriptions'],
  ['timeline', 'Subscription history'],
  ['deliveries', 'Alerts sent or withheld'],
  ['consents', 'Consents'],
  ['mailingChoices', 'Newsletter choices'],
  ['messages', 'Other messages'],
  ['purchases', 'Purchases'],
  ['seenProducts', 'Viewed products'],
]

export function Privacy() {
  const t = useT()
  const [who, setWho] = useState<Who>({ email: '', phone: '' })
  const look = useStoreAction('/privacy/look')
  const change = (word: keyof Who) => (event: { currentTarget: { value: string } }) => {
    look.reset()
    setWho({ ...who, [word]: event.currentTarget.value })
  }
  return (
    <SettingsLayout about={t('For shoppers who ask for a copy of their data or for its deletion.')}>
      <Card component="section" aria-label={t('Find a shopper')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            look.mutate(who)
          }}
        >
          <Stack>
            <Title order={2} size="h4">
              {t('Find a shopper')}
            </Title>
            <Group align="flex-end" gap="sm">
              <TextInput
                flex={1}
                miw={200}
                label={t('E-mail address')}
                value={who.email}
                onChange={change('email')}
                autoComplete="off"
              />
              <TextInput
                flex={1}
                miw={200}
                label={t('Or phone number')}
                value={who.phone}
                onChange={change('phone')}
                autoComplete="off"
              />
              <Button
                type="submit"
                variant="filled"
                loading={look.isPending}
                disabled={!who.email.trim() && !who.phone.trim()}
              >
                {t('Search')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      {look.data && <Rights who={who} found={look.data.found} onErased={() => look.reset()} />}
      <RequestedErasures />
    </SettingsLayout>
  )
}

function Rights({ who, found, onErased }: { who: Who; found: Found; onErased: () => void }) {
  const t = useT()
  const { number } = useFormats()
  const [isErasing, setErasing] = useState(false)
  const name = [who.email, who.phone].filter(Boolean).join(' · ')
  const take = useStoreAction('/privacy/export', { next: (all) => save(all, name) })
  const erase = useStoreAction('/privacy/erase', {
    done: t('Erased. Only a keyed hash remains, so that they are not contacted again.'),
    next: onErased,
  })
  const signOut = useStoreAction('/privacy/end-sessions', { done: t('They are signed out on every device.') })
  const held = kinds.filter(([kind]) => (found[kind] ?? 0) > 0)
  const list = (
    <List size="sm">
      {held.map(([kind, label]) => (
        <List.Item key={kind}>
          {t(label)}: {number(found[kind]!)}
        </List.Item>
      ))}
    </List>
  )
  return (
    <Card component="section" aria-label={t('Stored data')} aria-live="polite">
      <Stack>
        <Title order={2} size="h4" className="wrap">
          {t('Data stored about {name}', { name })}
        </Title>
        {held.length === 0 ? <Text size="sm">{t('No data is stored about them.')}</Text> : list}
        <Group gap="xs">
          <Button onClick={() => take.mutate(who)} loading={take.isPending} disabled={held.length === 0}>
            {t('Download everything (JSON)')}
          </Button>
          <Button onClick={() => signOut.mutate(who)} loading={signOut.isPending} disabled={!found.shoppers}>
            {t('Sign out on every device')}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setErasing(true)}>
            {t('Erase them')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        title={t('Erase this shopper?')}
        action={t('Erase for good')}
        isOpen={isErasing}
        isBusy={erase.isPending}
        onConfirm={() => erase.mutate(who)}
        onClose={() => setErasing(false)}
      >
        <Stack gap="xs">
          <span>{t('All of this is deleted and can’t be restored:')}</span>
          {list}
          <span>{t('{name} is not contacted again. Data of other shoppers stays.', { name })}</span>
        </Stack>
      </ConfirmDialog>
    </Card>
  )
}

/** The file is created in the browser: personal data must not appear in a URL. */
function save(all: object, name: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.replace(/[^\w.@+-]+/g, '-')}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
