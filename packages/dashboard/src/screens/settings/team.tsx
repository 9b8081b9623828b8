/** Who works for this store and as what; new people come by a link that is shown once. */
import { Alert, Badge, Button, Card, Group, Modal, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../calls.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Secret } from '../../parts/secret.tsx'
import { useAct } from '../../parts/use-act.ts'
import { type Role, useMe, useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { SettingsFrame } from './frame.tsx'

type Member = {
  userId: string
  email: string | null
  name: string
  role: Role
  hasPassword: boolean
  createdAt: string
}

/** From the one who may most; nobody gives more than they have. */
const roles: { role: Role; name: string; about: string }[] = [
  { role: 'owner', name: 'Owner', about: 'Everything, and who the owners are.' },
  { role: 'admin', name: 'Admin', about: 'Settings, keys, team, privacy.' },
  { role: 'marketer', name: 'Marketer', about: 'Topics, templates, products, sending.' },
  { role: 'viewer', name: 'Read only', about: 'Looks, and changes nothing.' },
]

export function Team() {
  const say = useSay()
  const { date } = useFormats()
  const { path, may } = useStore()
  const { data: me } = useMe()
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Member | null>(null)
  const team = useQuery({ queryKey: [path, 'team'], queryFn: () => ask<{ rows: Member[] }>(`${path}/team`) })
  const change = useAct<{ email: string; role: string }>(`${path}/team`, { done: say('The role is changed.') })
  const remove = useAct<{ userId: string }>(`${path}/team/remove`, {
    done: say('They are out.'),
    next: () => setLeaving(null),
  })
  const given = roles.filter(({ role }) => may(role)).map(({ role, name }) => ({ value: role, label: say(name) }))
  const mayChange = (member: Member) => may('admin') && may(member.role) && member.email !== null
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
          <Scroll label={say('Team')}>
            <Table aria-label={say('Team')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{say('Person')}</Table.Th>
                  <Table.Th>{say('Role')}</Table.Th>
                  <Table.Th>{say('Since')}</Table.Th>
                  <Table.Th>{say('State')}</Table.Th>
                  <Table.Th>{say('Actions')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {team.data.rows.map((member) => (
                  <Table.Tr key={member.userId}>
                    <Table.Td>
                      {member.name || member.email}
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
                          aria-label={say('Role of {name}', { name: member.name || member.email || '' })}
                          data={given}
                          value={member.role}
                          onChange={(event) => change.mutate({ email: member.email!, role: event.currentTarget.value })}
                        />
                      ) : (
                        say(roles.find(({ role }) => role === member.role)!.name)
                      )}
                    </Table.Td>
                    <Table.Td>{date(member.createdAt)}</Table.Td>
                    <Table.Td>
                      {member.hasPassword ? (
                        <Badge>{say('Active')}</Badge>
                      ) : (
                        <Badge color="gray">{say('Invited')}</Badge>
                      )}
                    </Table.Td>
                    <Table.Td>
                      {mayChange(member) && (
                        <Button size="xs" variant="subtle" color="red" onClick={() => setLeaving(member)}>
                          {say('Remove')}
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
      <Invitation isOpen={isInviting} given={given} onClose={() => setInviting(false)} />
      <Confirm
        title={say('Remove this person?')}
        action={say('Remove')}
        isOpen={leaving !== null}
        isBusy={remove.isPending}
        onConfirm={() => leaving && remove.mutate({ userId: leaving.userId })}
        onClose={() => setLeaving(null)}
      >
        {say('{name} can’t open this store any more. What they did stays in the audit log.', {
          name: leaving?.name || leaving?.email || '',
        })}
      </Confirm>
    </SettingsFrame>
  )
}

type InvitationProps = { isOpen: boolean; given: { value: string; label: string }[]; onClose: () => void }

function Invitation({ isOpen, given, onClose }: InvitationProps) {
  const say = useSay()
  const { path } = useStore()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState('marketer')
  const invite = useAct<{ email: string; role: string }, { link: string | null }>(`${path}/team`)
  const close = () => {
    invite.reset()
    setEmail('')
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={say('Invite somebody')}
      size="lg"
      closeButtonProps={{ 'aria-label': say('Close') }}
    >
      {invite.data ? (
        <Stack>
          {invite.data.link ? (
            <>
              <Alert color="yellow">
                {say('Send them this link now: it is not shown again, and works once, for a day.')}
              </Alert>
              <Secret text={invite.data.link} label={say('Link')} />
            </>
          ) : (
            <Text size="sm">{say('They have a password already and sign in with it.')}</Text>
          )}
          <Group justify="flex-end">
            <Button onClick={close}>{say('Done')}</Button>
          </Group>
        </Stack>
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
              description={say(roles.find((one) => one.role === role)!.about)}
              data={given}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={invite.isPending}>
                {say('Make the link')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
