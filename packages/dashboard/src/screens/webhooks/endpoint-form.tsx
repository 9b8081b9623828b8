/** Creates or changes an endpoint; the secret of a new one is shown once. */
import { Alert, Button, Checkbox, Group, Modal, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyableText } from '../../components/data/copyable-text.tsx'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useT } from '../../words/translate.ts'
import type { Endpoint, EventType } from './endpoint-status.tsx'

type Props = { types: readonly EventType[]; endpoint?: Endpoint; onClose: () => void }

export function EndpointForm({ types, endpoint, onClose }: Props) {
  const t = useT()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [wanted, setWanted] = useState<string[]>(endpoint?.types ?? [])
  const [enabled, setEnabled] = useState(endpoint?.enabled ?? true)
  const save = useStoreAction('/webhooks', {
    done: t('The endpoint is saved.'),
    next: ({ secret }) => {
      if (!secret) onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={t(endpoint ? 'Change the endpoint' : 'New endpoint')} size="lg">
      {save.data?.secret ? (
        <NewSecret secret={save.data.secret} onClose={onClose} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ url, types: wanted as EventType[], enabled })
          }}
        >
          <Stack>
            <TextInput
              label={t('Address')}
              type="url"
              placeholder="https://"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              readOnly={endpoint !== undefined}
              required
              data-autofocus
            />
            <Checkbox.Group
              label={t('Events')}
              description={t('Select none to receive all events.')}
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
              label={t('Switched on')}
              checked={enabled}
              onChange={(event) => setEnabled(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={save.isPending}>
                {t('Save')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}

export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useT()
  return (
    <Stack>
      <Alert color="yellow">{t('Copy it now: it is not shown again.')}</Alert>
      <CopyableText text={secret} label={t('Signing secret')} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
