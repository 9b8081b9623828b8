/** Invitations of a store: create, send again, revoke. */
import { Alert, Badge, Button, Card, Group, Modal, NativeSelect, Stack, Table, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { StoreAnswer, StoreData } from '../../../api.ts'
import { CopyableText } from '../../../components/data/copyable-text.tsx'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { ScrollArea } from '../../../components/layout/scroll-area.tsx'
import { roleNames } from '../../../display-names.ts'
import { useStoreAction } from '../../../hooks/use-action.ts'
import { useStoreQuery } from '../../../hooks/use-store-query.ts'
import { type Role, useStore } from '../../../session.ts'
import { useFormats, useT } from '../../../words/translate.ts'

type Invitation = StoreData<'/team/invitations'>['rows'][number]
type Sent = StoreAnswer<'/team'>

export function Invitations() {
  const t = useT()
  const { date } = useFormats()
  const { may } = useStore()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const open = useStoreQuery('/team/invitations', {})
  const again = useStoreAction('/team/invitations/again')
  const revoke = useStoreAction('/team/invitations/revoke', {
    done: t('The invitation is revoked.'),
    next: () => setRevoking(null),
  })
  const rows = open.data?.rows ?? []
  if (open.error) return <ErrorAlert error={open.error} again={open.refetch} />
  if (rows.length === 0 && !again.data) return null
  return (
    <>
      <Card padding={0}>
        <Title order={2} size="h4" p="md">
          {t('Open invitations')}
        </Title>
        <ScrollArea label={t('Open invitations')}>
          <Table aria-label={t('Open invitations')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('E-mail address')}</Table.Th>
                <Table.Th>{t('Role')}</Table.Th>
                <Table.Th>{t('Invited by')}</Table.Th>
                <Table.Th>{t('Valid until')}</Table.Th>
                <Table.Th>{t('Actions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((invitation) => (
                <Table.Tr key={invitation.invitationId}>
                  <Table.Td>{invitation.email}</Table.Td>
                  <Table.Td>{t(roleNames[invitation.role].name)}</Table.Td>
                  <Table.Td>{invitation.invitedBy}</Table.Td>
                  <Table.Td>
                    {new Date(invitation.expiresAt) < new Date() ? (
                      <Badge color="gray">{t('Expired')}</Badge>
                    ) : (
                      date(invitation.expiresAt)
                    )}
                  </Table.Td>
                  <Table.Td>
                    {may(invitation.role) && (
                      <Group gap="xs" wrap="nowrap">
                        <Button
                          size="xs"
                          variant="subtle"
                          loading={again.isPending}
                          onClick={() => again.mutate({ invitationId: invitation.invitationId })}
                        >
                          {t('New link')}
                        </Button>
                        <Button size="xs" variant="subtle" color="red" onClick={() => setRevoking(invitation)}>
                          {t('Revoke')}
                        </Button>
                      </Group>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      </Card>
      <Dialog isOpen={again.data !== undefined} onClose={again.reset}>
        {again.data && <Link sent={again.data} onDone={again.reset} />}
      </Dialog>
      <ConfirmDialog
        title={t('Revoke this invitation?')}
        action={t('Revoke')}
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate({ invitationId: revoking.invitationId })}
        onClose={() => setRevoking(null)}
      >
        {t('The link that {email} got stops working.', { email: revoking?.email ?? '' })}
      </ConfirmDialog>
    </>
  )
}

function Dialog({ isOpen, onClose, children }: { isOpen: boolean; onClose: () => void; children: React.ReactNode }) {
  const t = useT()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('Invite somebody')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {children}
    </Modal>
  )
}

function Link({ sent, onDone }: { sent: Sent; onDone: () => void }) {
  const t = useT()
  return (
    <Stack>
      <Alert color="yellow">
        {sent.isMailed
          ? t(
              'The invitation is sent by e-mail. You can also pass on this link: it is not shown again, works for a week, and only for this address.',
            )
          : t('Send them this link now: it is not shown again. It works once, for a week, and only for this address.')}
      </Alert>
      {sent.replacesEarlier && (
        <Alert color="gray">{t('This replaces the earlier invitation: its link no longer works.')}</Alert>
      )}
      <CopyableText text={sent.link} label={t('Link')} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}

type InviteProps = { isOpen: boolean; roles: { value: string; label: string }[]; onClose: () => void }

export function InviteDialog({ isOpen, roles, onClose }: InviteProps) {
  const t = useT()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const invite = useStoreAction('/team')
  const close = () => {
    invite.reset()
    setEmail('')
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close}>
      {invite.data ? (
        <Link sent={invite.data} onDone={close} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            invite.mutate({ email, role })
          }}
        >
          <Stack>
            <TextInput
              label={t('E-mail address')}
              type="email"
              required
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              data-autofocus
            />
            <NativeSelect
              label={t('Role')}
              description={t(roleNames[role].about)}
              data={roles}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value as Role)}
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={invite.isPending}>
                {t('Create the invitation')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
