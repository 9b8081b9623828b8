/** Who works for this store and as what, and who is invited. */
import { Button, Card, NativeSelect, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../calls.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { useAct } from '../../parts/use-act.ts'
import { roleNames } from '../../roles.ts'
import { type Role, useMe, useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { SettingsFrame } from './frame.tsx'
import { Invitations, InviteDialog } from './invitations.tsx'

type Member = { userId: string; email: string | null; name: string; role: Role; createdAt: string }

const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>) => name || email || ''

export function Team() {
  const say = useSay()
  const { path, may } = useStore()
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const team = useQuery({ queryKey: [path, 'team'], queryFn: () => ask<{ rows: Member[] }>(`${path}/team`) })
  const remove = useAct<{ userId: string }>(`${path}/team/remove`, {
    done: say('Removed from the team.'),
    next: () => setLeaving(null),
  })
  const roles = (Object.keys(roleNames) as Role[])
    .filter((role) => may(role))
    .map((role) => ({ value: role, label: say(roleNames[role].name) }))
  const invite = (
    <Button variant="filled" onClick={() => setInviting(true)}>
      {say('Invite somebody')}
    </Button>
  )
  return (
    <SettingsFrame about={say('Who works for this store, and what each may do.')} actions={may('admin') && invite}>
      {team.error && <Failure error={team.error} again={team.refetch} />}
      <Card padding={0}>
        {team.data?.rows.length === 0 && (
          <Empty
            title={say('Nobody yet')}
            action={may('admin') && <Button onClick={() => setInviting(true)}>{say('Invite somebody')}</Button>}
          >
            {say('Whoever runs this installation sees every store and is not listed here.')}
          </Empty>
        )}
        {team.data && team.data.rows.length > 0 && (
          <Members rows={team.data.rows} roles={roles} onRemove={setLeaving} />
        )}
      </Card>
      {may('admin') && <Invitations />}
      <InviteDialog isOpen={isInviting} roles={roles} onClose={() => setInviting(false)} />
      <Confirm
        title={say('Remove this person?')}
        action={say('Remove')}
        isOpen={leaving !== null}
        isBusy={remove.isPending}
        onConfirm={() => leaving && remove.mutate({ userId: leaving.userId })}
        onClose={() => setLeaving(null)}
      >
        {say('{name} can’t open this store any more. What they did stays in the audit log.', {
          name: leaving ? nameOf(leaving) : '',
        })}
      </Confirm>
    </SettingsFrame>
  )
}

type MembersProps = { rows: Member[]; roles: { value: string; label: string }[]; onRemove: (member: Member) => void }

function Members({ rows, roles, onRemove }: MembersProps) {
  const say = useSay()
  const { date } = useFormats()
  const { path, may } = useStore()
  const { data: me } = useMe()
  const change = useAct<{ userId: string; role: string }>(`${path}/team/role`, { done: say('The role is changed.') })
  const mayChange = ({ role }: Member) => may('admin') && may(role)
  return (
    <Scroll label={say('Team')}>
      <Table aria-label={say('Team')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('Person')}</Table.Th>
            <Table.Th>{say('Role')}</Table.Th>
            <Table.Th>{say('Since')}</Table.Th>
            <Table.Th>{say('Actions')}</Table.Th>
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
                    aria-label={say('Role of {name}', { name: nameOf(member) })}
                    data={roles}
                    value={member.role}
                    onChange={(event) => change.mutate({ userId: member.userId, role: event.currentTarget.value })}
                  />
                ) : (
                  say(roleNames[member.role].name)
                )}
              </Table.Td>
              <Table.Td>{date(member.createdAt)}</Table.Td>
              <Table.Td>
                {mayChange(member) && (
                  <Button size="xs" variant="subtle" color="red" onClick={() => onRemove(member)}>
                    {say('Remove')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  )
}
