/** Open invitations of a store: sending one, sending it again, taking it back. */
import { Alert, Badge, Button, Card, Group, Modal, NativeSelect, Stack, Table, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../calls.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Secret } from '../../parts/secret.tsx'
import { useAct } from '../../parts/use-act.ts'
import { roleNames } from '../../roles.ts'
import { type Role, useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'

type Invitation = {
  invitationId: string
  email: string
  role: Role
  expiresAt: string
  invitedBy: string | null
}

type Sent = { link: string; isMailed: boolean }

export function Invitations() {
  const say = useSay()
  const { date } = useFormats()
  const { path, may } = useStore()
  const [revoking, setRevoking] = useState<Invitation | null>(null)
  const open = useQuery({
    queryKey: [path, 'invitations'],
    queryFn: () => ask<{ rows: Invitation[] }>(`${path}/team/invitations`),
  })
  const again = useAct<{ invitationId: string }, Sent>(`${path}/team/invitations/again`)
  const revoke = useAct<{ invitationId: string }>(`${path}/team/invitations/revoke`, {
    done: say('The invitation is revoked.'),
    next: () => setRevoking(null),
  })
  const rows = open.data?.rows ?? []
  if (open.error) return <Failure error={open.error} again={open.refetch} />
  if (rows.length === 0 && !again.data) return null
  return (
    <>
      <Card padding={0}>
        <Title order={2} size="h4" p="md">
          {say('Open invitations')}
        </Title>
        <Scroll label={say('Open invitations')}>
          <Table aria-label={say('Open invitations')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('E-mail address')}</Table.Th>
                <Table.Th>{say('Role')}</Table.Th>
                <Table.Th>{say('Invited by')}</Table.Th>
                <Table.Th>{say('Valid until')}</Table.Th>
                <Table.Th>{say('Actions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((invitation) => (
                <Table.Tr key={invitation.invitationId}>
                  <Table.Td>{invitation.email}</Table.Td>
                  <Table.Td>{say(roleNames[invitation.role].name)}</Table.Td>
                  <Table.Td>{invitation.invitedBy}</Table.Td>
                  <Table.Td>
                    {new Date(invitation.expiresAt) < new Date() ? (
                      <Badge color="gray">{say('Expired')}</Badge>
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
                          {say('New link')}
                        </Button>
                        <Button size="xs" variant="subtle" color="red" onClick={() => setRevoking(invitation)}>
                          {say('Revoke')}
                        </Button>
                      </Group>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroll>
      </Card>
      <Dialog isOpen={again.data !== undefined} onClose={again.reset}>
        {again.data && <Link sent={again.data} onDone={again.reset} />}
      </Dialog>
      <Confirm
        title={say('Revoke this invitation?')}
        action={say('Revoke')}
        isOpen={revoking !== null}
        isBusy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate({ invitationId: revoking.invitationId })}
        onClose={() => setRevoking(null)}
      >
        {say('The link that {email} got stops working.', { email: revoking?.email ?? '' })}
      </Confirm>
    </>
  )
}

function Dialog({ isOpen, onClose, children }: { isOpen: boolean; onClose: () => void; children: React.ReactNode }) {
  const say = useSay()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={say('Invite somebody')}
      size="lg"
      closeButtonProps={{ 'aria-label': say('Close') }}
    >
      {children}
    </Modal>
  )
}

function Link({ sent, onDone }: { sent: Sent; onDone: () => void }) {
  const say = useSay()
  return (
    <Stack>
      <Alert color="yellow">
        {sent.isMailed
          ? say(
              'The invitation is mailed. You may also hand over this link: it is not shown again, works for a week, and only for this address.',
            )
          : say(
              'Send them this link now: it is not shown again. It works once, for a week, and only for this address.',
            )}
      </Alert>
      <Secret text={sent.link} label={say('Link')} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{say('Done')}</Button>
      </Group>
    </Stack>
  )
}

type InviteProps = { isOpen: boolean; roles: { value: string; label: string }[]; onClose: () => void }

export function InviteDialog({ isOpen, roles, onClose }: InviteProps) {
  const say = useSay()
  const { path } = useStore()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const invite = useAct<{ email: string; role: Role }, Sent>(`${path}/team`)
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
              label={say('E-mail address')}
              type="email"
              required
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              data-autofocus
            />
            <NativeSelect
              label={say('Role')}
              description={say(roleNames[role].about)}
              data={roles}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value as Role)}
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={invite.isPending}>
                {say('Create the invitation')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
