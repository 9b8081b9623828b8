/** One connection: its settings, a test, recent calls, disconnecting. */
import { Alert, Button, Divider, Drawer, Group, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CopyableText } from '../../components/data/copyable-text.tsx'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import type { Connected, Field, Kind } from './kind.ts'
import { RecentCalls } from './recent-calls.tsx'

export function ConnectionDrawer({ kind, connected }: { kind: Kind; connected: Connected | undefined }) {
  const t = useT()
  const { may } = useStore()
  const { change } = useUrlState()
  const [isDisconnecting, setDisconnecting] = useState(false)
  // the answer of a test is about the settings before
  const [saves, setSaves] = useState(0)
  const close = () => change({ open: undefined })
  const remove = useStoreAction('/integrations/remove', {
    done: t('{title} is disconnected.', { title: kind.title }),
    next: () => {
      setDisconnecting(false)
      close()
    },
  })
  return (
    <Drawer opened onClose={close} title={kind.title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t(kind.what)}
        </Text>
        <Fields kind={kind} connected={connected} onSaved={() => setSaves((count) => count + 1)} />
        {connected && may('admin') && <Trial key={saves} kind={kind.kind} connected={connected} />}
        {connected?.hookUrl && (
          <div>
            <Text size="sm" mb={4}>
              {t('It sends its messages to this address:')}
            </Text>
            <CopyableText text={connected.hookUrl} label={t('Webhook address')} />
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
              <Button variant="subtle" color="red" onClick={() => setDisconnecting(true)}>
                {t('Disconnect')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
      <ConfirmDialog
        title={t('Disconnect {title}?', { title: kind.title })}
        action={t('Disconnect')}
        isOpen={isDisconnecting}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ kind: kind.kind })}
        onClose={() => setDisconnecting(false)}
      >
        {t('Its settings and secrets are deleted. Messages that would use it stay in the outbox.')}
      </ConfirmDialog>
    </Drawer>
  )
}

type FieldsProps = { kind: Kind; connected: Connected | undefined; onSaved: () => void }

function Fields({ kind, connected, onSaved }: FieldsProps) {
  const t = useT()
  const { may } = useStore()
  const save = useStoreAction('/integrations', {
    done: t('{title} is saved.', { title: kind.title }),
    next: onSaved,
  })
  const [enabled, setEnabled] = useState(connected?.enabled ?? true)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const values = kind.fields.flatMap(({ name, secret }) => {
      const value = String(form.get(name) ?? '')
      // An empty secret field leaves the stored secret unchanged.
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
            label={t('Switched on')}
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
        )}
        {may('admin') && (
          <Group>
            <Button type="submit" variant="filled" loading={save.isPending}>
              {t(connected ? 'Save' : 'Connect')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

function Input({ field, held, isReadOnly }: { field: Field; held: string | undefined; isReadOnly: boolean }) {
  const t = useT()
  const { name, what, secret, required, initial } = field
  const shared = { name, label: name, description: t(what), readOnly: isReadOnly, autoComplete: 'off' }
  if (secret)
    return (
      <PasswordInput
        {...shared}
        required={required && held === undefined}
        placeholder={held ? t('stored: {end}', { end: held }) : ''}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('Show {name}', { name }) }}
      />
    )
  return <TextInput {...shared} required={required} defaultValue={held ?? initial ?? ''} />
}

function Trial({ kind, connected }: { kind: string; connected: Connected }) {
  const t = useT()
  const { time } = useFormats()
  const test = useStoreAction('/integrations/test')
  return (
    <Stack gap="xs">
      <Group>
        <Button loading={test.isPending} onClick={() => test.mutate({ kind })}>
          {t('Test connection')}
        </Button>
      </Group>
      {test.data ? (
        <Alert
          color={test.data.ok ? 'green' : 'red'}
          role="status"
          title={t(test.data.ok ? 'It works' : 'It does not work')}
        >
          <span className="answer">{test.data.says}</span>
        </Alert>
      ) : (
        connected.checkedAt && (
          <Text size="sm" c="dimmed">
            {t('Last tested {time}: {answer}', {
              time: time(connected.checkedAt),
              answer: connected.checkResult ?? '',
            })}
          </Text>
        )
      )}
    </Stack>
  )
}
