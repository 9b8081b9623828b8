/** Team members with their roles, and open invitations. */
import { Button, Card, NativeSelect, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { StoreData } from '../../../api.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { ScrollArea } from '../../../components/layout/scroll-area.tsx'
import { roleNames } from '../../../display-names.ts'
import { useStoreAction } from '../../../hooks/use-action.ts'
import { useStoreQuery } from '../../../hooks/use-store-query.ts'
import { type Role, useMe, useStore } from '../../../session.ts'
import { useFormats, useT } from '../../../words/translate.ts'
import { SettingsLayout } from '../settings-layout.tsx'
import { Invitations, InviteDialog } from './invitations.tsx'

type Member = StoreData<'/team'>['rows'][number]

const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>) => name || email || ''

export function Team() {
  const t = useT()
  const { may } = useStore()
  const [isInviting, setInviting] = useState(false)
  const [removing, setRemoving] = useState<Member | null>(null)
  const team = useStoreQuery('/team', {})
  const remove = useStoreAction('/team/remove', {
    done: t('Removed from the team.'),
    next: () => setRemoving(null),
  })
  const roles = (Object.keys(roleNames) as Role[])
    .filter((role) => may(role))
    .map((role) => ({ value: role, label: t(roleNames[role].name) }))
  const invite = (
    <Button variant="filled" onClick={() => setInviting(true)}>
      {t('Invite somebody')}
    </Button>
  )
  return (
    <SettingsLayout about={t('Who works for this store, and what they may do.')} actions={may('admin') && invite}>
      {team.error && <ErrorAlert error={team.error} again={team.refetch} />}
      <Card padding={0}>
        {team.data?.rows.length === 0 && (
          <EmptyState
            title={t('Nobody yet')}
            action={may('admin') && <Button onClick={() => setInviting(true)}>{t('Invite somebody')}</Button>}
          >
            {t('The operator of this installation can open every store and is not listed here.')}
          </EmptyState>
        )}
        {team.data && team.data.rows.length > 0 && (
          <Members rows={team.data.rows} roles={roles} onRemove={setRemoving} />
        )}
      </Card>
      {may('admin') && <Invitations />}
      <InviteDialog isOpen={isInviting} roles={roles} onClose={() => setInviting(false)} />
      <ConfirmDialog
        title={t('Remove this person?')}
        action={t('Remove')}
        isOpen={removing !== null}
        isBusy={remove.isPending}
        onConfirm={() => removing && remove.mutate({ userId: removing.userId })}
        onClose={() => setRemoving(null)}
      >
        {t('{name} can’t open this store any more. What they did stays in the audit log.', {
          name: removing ? nameOf(removing) : '',
        })}
      </ConfirmDialog>
    </SettingsLayout>
  )
}

type MembersProps = { rows: Member[]; roles: { value: string; label: string }[]; onRemove: (member: Member) => void }

function Members({ rows, roles, onRemove }: MembersProps) {
  const t = useT()
  const { date } = useFormats()
  const { may } = useStore()
  const { data: me } = useMe()
  const change = useStoreAction('/team/role', { done: t('The role is changed.') })
  const mayChange = ({ role }: Member) => may('admin') && may(role)
  return (
    <ScrollArea label={t('Team')}>
      <Table aria-label={t('Team')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Person')}</Table.Th>
            <Table.Th>{t('Role')}</Table.Th>
            <Table.Th>{t('Since')}</Table.Th>
            <Table.Th>{t('Actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((member) => (
            <Table.Tr key={member.userId}>
              <Table.Td>
                {nameOf(member)}
                {member.name && (
                  <Text size="xs" c="dimmed">
                    {member.email}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                {mayChange(member) && member.userId !== me?.userId ? (
                  <NativeSelect
                    size="xs"
                    w={140}
                    aria-label={t('Role of {name}', { name: nameOf(member) })}
                    data={roles}
                    value={member.role}
                    onChange={(event) =>
                      change.mutate({ userId: member.userId, role: event.currentTarget.value as Role })
                    }
                  />
                ) : (
                  t(roleNames[member.role].name)
                )}
              </Table.Td>
              <Table.Td>{date(member.createdAt)}</Table.Td>
              <Table.Td>
                {mayChange(member) && (
                  <Button size="xs" variant="subtle" color="red" onClick={() => onRemove(member)}>
                    {t('Remove')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  )
}
