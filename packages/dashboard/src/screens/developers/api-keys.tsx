/** API keys: created, shown once with an example request, revoked. */
import { Alert, Badge, Button, Card, Checkbox, Group, Modal, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { StoreData } from '../../api.ts'
import { CopyableText } from '../../components/data/copyable-text.tsx'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Page } from '../../components/layout/page.tsx'
import { ScrollArea } from '../../components/layout/scroll-area.tsx'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useMe, useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'

type Key = StoreData<'/keys'>['rows'][number]

export function Keys() {
  const t = useT()
  const { date } = useFormats()
  const [revoking, setRevoking] = useState<Key | null>(null)
  const [isAdding, setAdding] = useState(false)
  const keys = useStoreQuery('/keys', {})
  const revoke = useStoreAction('/keys/revoke', {
    done: t('The key is revoked.'),
    next: () => setRevoking(null),
  })
  return (
    <Page
      title={t('API keys')}
      about={t(
        'For your server only: anybody with a key can read and change everything in this store, or read it where the key is read-only.',
      )}
      actions={
        <Button variant="filled" onClick={() => setAdding(true)}>
          {t('New key')}
        </Button>
      }
    >
      {keys.error && <ErrorAlert error={keys.error} again={keys.refetch} />}
      <Card padding={0}>
        {keys.data?.rows.length === 0 && (
          <EmptyState title={t('No key yet')} action={<Button onClick={() => setAdding(true)}>{t('New key')}</Button>}>
            {t('Your shop’s server needs one to call the API.')}
          </EmptyState>
        )}
        {keys.data && keys.data.rows.length > 0 && (
          <ScrollArea label={t('API keys')}>
            <Table aria-label={t('API keys')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('Name')}</Table.Th>
                  <Table.Th>{t('Key')}</Table.Th>
                  <Table.Th>{t('Created')}</Table.Th>
                  <Table.Th>{t('State')}</Table.Th>
                  <Table.Th>{t('Actions')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {keys.data.rows.map((key) => (
                  <Table.Tr key={key.keyId}>
                    <Table.Td>{key.label || '–'}</Table.Td>
                    <Table.Td ff="monospace">hbk_{key.keyId}_…</Table.Td>
                    <Table.Td>{date(key.createdAt)}</Table.Td>
                    <Table.Td>
                      {key.revokedAt ? <Badge color="gray">{t('Revoked')}</Badge> : <Badge>{t('Valid')}</Badge>}{' '}
                      {key.access === 'read' && <Badge color="blue">{t('Read-only')}</Badge>}
                    </Table.Td>
                    <Table.Td>
                      {!key.revokedAt && (
                        <Button size="xs" variant="subtle" color="red" onClick={() => setRevoking(key)}>
                          {t('Revoke')}
                        </Button>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </ScrollArea>
        )}
      </Card>
      <Text size="sm" c="dimmed">
        {t('To rotate a key without downtime: create a new one, configure it on your server, then revoke the old one.')}
      </Text>
      <NewKey isOpen={isAdding} onClose={() => setAdding(false)} />
      <ConfirmDialog
        title={t('Revoke this key?')}
        action={t('Revoke')}
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate({ keyId: revoking.keyId })}
        onClose={() => setRevoking(null)}
      >
        {t('Every program that uses the key {key} is refused from now on. This can’t be undone.', {
          key: revoking?.label || `hbk_${revoking?.keyId}_…`,
        })}
      </ConfirmDialog>
    </Page>
  )
}

function NewKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT()
  const { pid } = useStore()
  const { data: me } = useMe()
  const [label, setLabel] = useState('')
  const [isReadOnly, setReadOnly] = useState(false)
  const add = useStoreAction('/keys')
  const close = () => {
    add.reset()
    setLabel('')
    setReadOnly(false)
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('New key')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {add.data ? (
        <Stack>
          <Alert color="yellow">{t('Copy it now: it is not shown again.')}</Alert>
          <CopyableText text={add.data.apiKey} label={t('Key')} />
          <Text size="sm">{t('Try it:')}</Text>
          <CopyableText
            text={`curl -u '${pid}:${add.data.apiKey}' ${me!.publicUrl}/storeadmin/me`}
            label={t('Example request')}
          />
          <Group justify="flex-end">
            <Button onClick={close}>{t('Done')}</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            add.mutate({ label, access: isReadOnly ? 'read' : 'full' })
          }}
        >
          <Stack>
            <TextInput
              label={t('What is it for?')}
              placeholder={t('Shop server')}
              value={label}
              maxLength={60}
              onChange={(event) => setLabel(event.currentTarget.value)}
              data-autofocus
            />
            <Checkbox
              label={t('Read-only')}
              description={t('For warehouses and reports: it can fetch everything and change nothing.')}
              checked={isReadOnly}
              onChange={(event) => setReadOnly(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={add.isPending}>
                {t('Create the key')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
