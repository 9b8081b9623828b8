/** API keys: made, shown once with a call to try, and revoked. */
import { Alert, Badge, Button, Card, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../calls.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Failure } from '../parts/failure.tsx'
import { Page } from '../parts/page.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { Secret } from '../parts/secret.tsx'
import { useAct } from '../parts/use-act.ts'
import { useMe, useStore } from '../session.ts'
import { useFormats, useSay } from '../words/words.ts'

type Key = { keyId: string; label: string; createdAt: string; revokedAt: string | null }

export function Keys() {
  const say = useSay()
  const { date } = useFormats()
  const { path } = useStore()
  const [doomed, setDoomed] = useState<Key | null>(null)
  const [isAdding, setAdding] = useState(false)
  const keys = useQuery({ queryKey: [path, 'keys'], queryFn: () => ask<{ rows: Key[] }>(`${path}/keys`) })
  const revoke = useAct<{ keyId: string }>(`${path}/keys/revoke`, {
    done: say('The key is revoked.'),
    next: () => setDoomed(null),
  })
  return (
    <Page
      title={say('API keys')}
      about={say('For your server only: whoever holds a key can read and change everything in this store.')}
      actions={
        <Button variant="filled" onClick={() => setAdding(true)}>
          {say('New key')}
        </Button>
      }
    >
      {keys.error && <Failure error={keys.error} again={keys.refetch} />}
      <Card padding={0}>
        {keys.data?.rows.length === 0 && (
          <Empty title={say('No key yet')} action={<Button onClick={() => setAdding(true)}>{say('New key')}</Button>}>
            {say('Your shop’s server needs one to call the API.')}
          </Empty>
        )}
        {keys.data && keys.data.rows.length > 0 && (
          <Scroll label={say('API keys')}>
            <Table aria-label={say('API keys')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{say('Name')}</Table.Th>
                  <Table.Th>{say('Key')}</Table.Th>
                  <Table.Th>{say('Made')}</Table.Th>
                  <Table.Th>{say('State')}</Table.Th>
                  <Table.Th>{say('Actions')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {keys.data.rows.map((key) => (
                  <Table.Tr key={key.keyId}>
                    <Table.Td>{key.label || '–'}</Table.Td>
                    <Table.Td ff="monospace">hbk_{key.keyId}_…</Table.Td>
                    <Table.Td>{date(key.createdAt)}</Table.Td>
                    <Table.Td>
                      {key.revokedAt ? <Badge color="gray">{say('Revoked')}</Badge> : <Badge>{say('Works')}</Badge>}
                    </Table.Td>
                    <Table.Td>
                      {!key.revokedAt && (
                        <Button size="xs" variant="subtle" color="red" onClick={() => setDoomed(key)}>
                          {say('Revoke')}
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Scroll>
        )}
      </Card>
      <Text size="sm" c="dimmed">
        {say('To change a key without a gap: make a new one, put it into your server, then revoke the old one.')}
      </Text>
      <NewKey isOpen={isAdding} onClose={() => setAdding(false)} />
      <Confirm
        title={say('Revoke this key?')}
        action={say('Revoke')}
        isOpen={doomed !== null}
        isBusy={revoke.isPending}
        onConfirm={() => doomed && revoke.mutate({ keyId: doomed.keyId })}
        onClose={() => setDoomed(null)}
      >
        {say('Every program that uses the key {key} is refused from now on. This can’t be undone.', {
          key: doomed?.label || `hbk_${doomed?.keyId}_…`,
        })}
      </Confirm>
    </Page>
  )
}

function NewKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useSay()
  const { path, pid } = useStore()
  const { data: me } = useMe()
  const [label, setLabel] = useState('')
  const add = useAct<{ label: string }, { apiKey: string }>(`${path}/keys`)
  const close = () => {
    add.reset()
    setLabel('')
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={say('New key')}
      size="lg"
      closeButtonProps={{ 'aria-label': say('Close') }}
    >
      {add.data ? (
        <Stack>
          <Alert color="yellow">{say('Copy it now: it is not shown again.')}</Alert>
          <Secret text={add.data.apiKey} label={say('Key')} />
          <Text size="sm">{say('Try it:')}</Text>
          <Secret
            text={`curl -u '${pid}:${add.data.apiKey}' ${me!.publicUrl}/storeadmin/me`}
            label={say('A call to try')}
          />
          <Group justify="flex-end">
            <Button onClick={close}>{say('Done')}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            add.mutate({ label })
          }}
        >
          <Stack>
            <TextInput
              label={say('What is it for?')}
              placeholder={say('Shop server')}
              value={label}
              maxLength={60}
              onChange={(event) => setLabel(event.currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={add.isPending}>
                {say('Make the key')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
