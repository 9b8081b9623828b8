/** A shopper's rights: everything that is held about them to take along, and their erasing. */
import { Button, Card, Group, List, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../parts/confirm.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { SettingsFrame } from './frame.tsx'
import { Redactions } from './redactions.tsx'

type Who = { email: string; phone: string }
type Found = Record<string, number>

/** In the order a person would ask for them. */
const kinds: [kind: string, name: string][] = [
  ['shoppers', 'Accounts and visits as a guest'],
  ['lists', 'Lists'],
  ['items', 'Saved items'],
  ['subscriptions', 'Alerts asked for'],
  ['timeline', 'Steps of those alerts'],
  ['deliveries', 'Alerts sent or held back'],
  ['consents', 'Consents'],
  ['mailingChoices', 'Choices about news'],
  ['messages', 'Letters'],
  ['purchases', 'Purchases'],
  ['seenProducts', 'Products looked at'],
]

export function Privacy() {
  const say = useSay()
  const { path } = useStore()
  const [who, setWho] = useState<Who>({ email: '', phone: '' })
  const look = useAct<Who, { found: Found }>(`${path}/privacy/look`)
  const change = (word: keyof Who) => (event: { currentTarget: { value: string } }) => {
    look.reset()
    setWho({ ...who, [word]: event.currentTarget.value })
  }
  return (
    <SettingsFrame about={say('When a shopper asks what you know about them, or wants to be forgotten.')}>
      <Card component="section" aria-label={say('Find a shopper')}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            look.mutate(who)
          }}
        >
          <Stack>
            <Title order={2} size="h4">
              {say('Find a shopper')}
            </Title>
            <Group align="flex-end" gap="sm">
              <TextInput
                flex={1}
                miw={200}
                label={say('E-mail address')}
                value={who.email}
                onChange={change('email')}
                autoComplete="off"
              />
              <TextInput
                flex={1}
                miw={200}
                label={say('Or phone number')}
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
                {say('Look at it')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
      {look.data && <Rights who={who} found={look.data.found} onErased={() => look.reset()} />}
      <Redactions />
    </SettingsFrame>
  )
}

function Rights({ who, found, onErased }: { who: Who; found: Found; onErased: () => void }) {
  const say = useSay()
  const { number } = useFormats()
  const { path } = useStore()
  const [isErasing, setErasing] = useState(false)
  const name = [who.email, who.phone].filter(Boolean).join(' · ')
  const take = useAct<Who, object>(`${path}/privacy/export`, { next: (all) => save(all, name) })
  const erase = useAct<Who>(`${path}/privacy/erase`, {
    done: say('Erased. Only a keyed hash is left, so that nobody writes to them again.'),
    next: onErased,
  })
  const held = kinds.filter(([kind]) => (found[kind] ?? 0) > 0)
  const list = (
    <List size="sm">
      {held.map(([kind, label]) => (
        <List.Item key={kind}>
          {say(label)}: {number(found[kind]!)}
        </List.Item>
      ))}
    </List>
  )
  return (
    <Card component="section" aria-label={say('What is held')} aria-live="polite">
      <Stack>
        <Title order={2} size="h4" className="wrap">
          {say('What is held about {name}', { name })}
        </Title>
        {held.length === 0 ? <Text size="sm">{say('Nothing is held about them.')}</Text> : list}
        <Group gap="xs">
          <Button onClick={() => take.mutate(who)} loading={take.isPending} disabled={held.length === 0}>
            {say('Download everything (JSON)')}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setErasing(true)}>
            {say('Erase them')}
          </Button>
        </Group>
      </Stack>
      <Confirm
        title={say('Erase this shopper?')}
        action={say('Erase for good')}
        isOpen={isErasing}
        isBusy={erase.isPending}
        onConfirm={() => erase.mutate(who)}
        onClose={() => setErasing(false)}
      >
        <Stack gap="xs">
          <span>{say('All of this goes, and can’t be brought back:')}</span>
          {list}
          <span>{say('{name} is not written to again. What others saved or bought stays.', { name })}</span>
        </Stack>
      </Confirm>
    </Card>
  )
}

/** As a file, made here: nothing of it stands in an address. */
function save(all: object, name: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.replace(/[^\w.@+-]+/g, '-')}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
