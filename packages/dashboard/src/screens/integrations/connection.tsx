/** One connection: its few fields, trying it, what went over it of late, and the end of it. */
import { Alert, Button, Divider, Drawer, Group, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Confirm } from '../../parts/confirm.tsx'
import { Secret } from '../../parts/secret.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import type { Connected, Field, Kind } from './kind.ts'
import { RecentCalls } from './recent-calls.tsx'

export function Connection({ kind, connected }: { kind: Kind; connected: Connected | undefined }) {
  const say = useSay()
  const { path, may } = useStore()
  const { change } = useAddress()
  const [isEnding, setEnding] = useState(false)
  const close = () => change({ open: undefined })
  const remove = useAct<object>(`${path}/integrations/remove`, {
    done: say('{title} is disconnected.', { title: kind.title }),
    next: () => {
      setEnding(false)
      close()
    },
  })
  return (
    <Drawer opened onClose={close} title={kind.title} closeButtonProps={{ 'aria-label': say('Close') }}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {say(kind.what)}
        </Text>
        <Fields kind={kind} connected={connected} />
        {connected && may('admin') && <Trial kind={kind.kind} connected={connected} />}
        {connected?.hookUrl && (
          <div>
            <Text size="sm" mb={4}>
              {say('Its messages come to this address:')}
            </Text>
            <Secret text={connected.hookUrl} label={say('Webhook address')} />
          </div>
        )}
        {connected && (
          <>
            <Divider />
            <RecentCalls kind={kind.kind} />
          </>
        )}
        {connected && may('admin') && (
          <>
            <Divider />
            <Group>
              <Button variant="subtle" color="red" onClick={() => setEnding(true)}>
                {say('Disconnect')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
      <Confirm
        title={say('Disconnect {title}?', { title: kind.title })}
        action={say('Disconnect')}
        isOpen={isEnding}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ kind: kind.kind })}
        onClose={() => setEnding(false)}
      >
        {say('Its settings and secrets are deleted. Messages that would go over it stay in the outbox instead.')}
      </Confirm>
    </Drawer>
  )
}

function Fields({ kind, connected }: { kind: Kind; connected: Connected | undefined }) {
  const say = useSay()
  const { path, may } = useStore()
  const save = useAct<object>(`${path}/integrations`, { done: say('{title} is saved.', { title: kind.title }) })
  const [enabled, setEnabled] = useState(connected?.enabled ?? true)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const values = kind.fields.flatMap(({ name, secret }) => {
      const value = String(form.get(name) ?? '')
      // A secret left empty stays as it is.
      return secret && value === '' ? [] : [[name, value] as const]
    })
    save.mutate({ kind: kind.kind, values: Object.fromEntries(values), enabled })
  }
  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack gap="sm">
        {kind.fields.map((field) => (
          <Input key={field.name} field={field} held={connected?.values[field.name]} isReadOnly={!may('admin')} />
        ))}
        {connected && may('admin') && (
          <Switch
            label={say('Switched on')}
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
        )}
        {may('admin') && (
          <Group>
            <Button type="submit" variant="filled" loading={save.isPending}>
              {say(connected ? 'Save' : 'Connect')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

function Input({ field, held, isReadOnly }: { field: Field; held: string | undefined; isReadOnly: boolean }) {
  const say = useSay()
  const { name, what, secret, required, initial } = field
  const shared = { name, label: name, description: say(what), readOnly: isReadOnly, autoComplete: 'off' }
  if (secret)
    return (
      <PasswordInput
        {...shared}
        required={required && held === undefined}
        placeholder={held ? say('kept: {end}', { end: held }) : ''}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': say('Show {name}', { name }) }}
      />
    )
  return <TextInput {...shared} required={required} defaultValue={held ?? initial ?? ''} />
}

function Trial({ kind, connected }: { kind: string; connected: Connected }) {
  const say = useSay()
  const { time } = useFormats()
  const { path } = useStore()
  const test = useAct<object, { ok: boolean; says: string }>(`${path}/integrations/test`)
  return (
    <Stack gap="xs">
      <Group>
        <Button loading={test.isPending} onClick={() => test.mutate({ kind })}>
          {say('Test connection')}
        </Button>
      </Group>
      {test.data ? (
        <Alert
          color={test.data.ok ? 'green' : 'red'}
          role="status"
          title={say(test.data.ok ? 'It works' : 'It does not work')}
        >
          <span className="answer">{test.data.says}</span>
        </Alert>
      ) : (
        connected.checkedAt && (
          <Text size="sm" c="dimmed">
            {say('Last tried {time}: {says}', { time: time(connected.checkedAt), says: connected.checkResult ?? '' })}
          </Text>
        )
      )}
    </Stack>
  )
}
