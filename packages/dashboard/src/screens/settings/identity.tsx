/** The secret with which the shop's server says who a shopper is: renewed without anybody being signed out. */
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../calls.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Secret } from '../../parts/secret.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { SettingsFrame } from './frame.tsx'

export function IdentitySecret() {
  const say = useSay()
  const { path } = useStore()
  const [asks, setAsks] = useState<'rotate' | 'drop' | null>(null)
  const secret = useQuery({
    queryKey: [path, 'identity-secret'],
    queryFn: () => ask<{ hasOld: boolean }>(`${path}/identity-secret`),
  })
  const rotate = useAct<object, { identitySecret: string }>(`${path}/identity-secret/rotate`, {
    next: () => setAsks(null),
  })
  const drop = useAct<object>(`${path}/identity-secret/drop-old`, {
    done: say('The old secret is dropped.'),
    next: () => setAsks(null),
  })
  const hasOld = rotate.data !== undefined || secret.data?.hasOld === true
  return (
    <SettingsFrame
      about={say('With the identity secret your server signs who a shopper is, so that a browser can sign in.')}
    >
      <Card component="section" aria-label={say('Identity secret')}>
        <Stack>
          <Title order={2} size="h4">
            {say('Identity secret')}
          </Title>
          {rotate.data ? (
            <>
              <Alert color="yellow">{say('Copy it now: it is not shown again.')}</Alert>
              <Secret text={rotate.data.identitySecret} label={say('Identity secret')} />
            </>
          ) : (
            <Text size="sm">{say('It was shown when it was made. If it is lost or leaked, renew it.')}</Text>
          )}
          <Text size="sm" c="dimmed">
            {hasOld
              ? say('The secret before holds as well, until you drop it: put the new one into your server first.')
              : say('Renewing keeps the one in use holding beside the new one, so nobody is signed out.')}
          </Text>
          <Group gap="xs">
            <Button onClick={() => (hasOld ? setAsks('rotate') : rotate.mutate({}))} loading={rotate.isPending}>
              {say('Renew the secret')}
            </Button>
            {hasOld && (
              <Button variant="subtle" color="red" onClick={() => setAsks('drop')}>
                {say('Drop the old one')}
              </Button>
            )}
          </Group>
        </Stack>
      </Card>
      <Confirm
        title={say('Renew the secret again?')}
        action={say('Renew the secret')}
        isOpen={asks === 'rotate'}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate({})}
        onClose={() => setAsks(null)}
      >
        {say('Two hold at a time. The oldest one, still in use somewhere perhaps, is refused from then on.')}
      </Confirm>
      <Confirm
        title={say('Drop the old secret?')}
        action={say('Drop the old one')}
        isOpen={asks === 'drop'}
        isBusy={drop.isPending}
        onConfirm={() => drop.mutate({})}
        onClose={() => setAsks(null)}
      >
        {say('Whatever your servers sign with the old secret is refused from then on.')}
      </Confirm>
    </SettingsFrame>
  )
}
