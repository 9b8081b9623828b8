/** A new endpoint, or another choice of events; the secret of a new one is shown once. */
import { Alert, Button, Checkbox, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Secret } from '../../parts/secret.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import type { Endpoint } from './endpoint.tsx'

type Props = { types: string[]; endpoint?: Endpoint; onClose: () => void }

export function EndpointForm({ types, endpoint, onClose }: Props) {
  const say = useSay()
  const { path } = useStore()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [wanted, setWanted] = useState<string[]>(endpoint?.types ?? [])
  const [enabled, setEnabled] = useState(endpoint?.enabled ?? true)
  const save = useAct<object, { secret?: string }>(`${path}/webhooks`, {
    done: say('The endpoint is saved.'),
    next: ({ secret }) => {
      if (!secret) onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={say(endpoint ? 'Change the endpoint' : 'New endpoint')} size="lg">
      {save.data?.secret ? (
        <NewSecret secret={save.data.secret} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ url, types: wanted, enabled })
          }}
        >
          <Stack>
            <TextInput
              label={say('Address')}
              type="url"
              placeholder="https://"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              readOnly={endpoint !== undefined}
              required
              data-autofocus
            />
            <Checkbox.Group
              label={say('Events')}
              description={say('None chosen: all of them.')}
              value={wanted}
              onChange={setWanted}
            >
              <Group mt="xs" gap="sm">
                {types.map((type) => (
                  <Checkbox key={type} value={type} label={type} />
                ))}
              </Group>
            </Checkbox.Group>
            <Switch
              label={say('Switched on')}
              checked={enabled}
              onChange={(event) => setEnabled(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={save.isPending}>
                {say('Save')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const say = useSay()
  return (
    <Stack>
      <Alert color="yellow">{say('Copy it now: it is not shown again.')}</Alert>
      <Secret text={secret} label={say('Signing secret')} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{say('Done')}</Button>
      </Group>
    </Stack>
  )
}
