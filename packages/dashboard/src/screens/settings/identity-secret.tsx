/** Renews the secret with which the shop's server signs shopper identities, without signing anybody out. */
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { CopyableText } from '../../components/data/copyable-text.tsx'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useT } from '../../words/translate.ts'
import { SettingsLayout } from './settings-layout.tsx'

export function IdentitySecret() {
  const t = useT()
  const [asks, setAsks] = useState<'rotate' | 'drop' | null>(null)
  const secret = useStoreQuery('/identity-secret', {})
  const rotate = useStoreAction('/identity-secret/rotate', {
    next: () => setAsks(null),
  })
  const drop = useStoreAction('/identity-secret/drop-old', {
    done: t('The old secret is removed.'),
    next: () => setAsks(null),
  })
  const hasOld = rotate.data !== undefined || secret.data?.hasOld === true
  return (
    <SettingsLayout
      about={t('Your server signs who a shopper is with the identity secret, so that their browser can sign in.')}
    >
      <Card component="section" aria-label={t('Identity secret')}>
        <Stack>
          <Title order={2} size="h4">
            {t('Identity secret')}
          </Title>
          {rotate.data ? (
            <>
              <Alert color="yellow">{t('Copy it now: it is not shown again.')}</Alert>
              <CopyableText text={rotate.data.identitySecret} label={t('Identity secret')} />
            </>
          ) : (
            <Text size="sm">
              {t('The secret was shown once, when it was created. If it is lost or leaked, renew it.')}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {hasOld
              ? t('The previous secret is accepted until you remove it: configure the new one on your server first.')
              : t('After renewal both secrets are accepted, so nobody is signed out.')}
          </Text>
          <Group gap="xs">
            <Button onClick={() => (hasOld ? setAsks('rotate') : rotate.mutate({}))} loading={rotate.isPending}>
              {t('Renew the secret')}
            </Button>
            {hasOld && (
              <Button variant="subtle" color="red" onClick={() => setAsks('drop')}>
                {t('Remove the old secret')}
              </Button>
            )}
          </Group>
        </Stack>
      </Card>
      <ConfirmDialog
        title={t('Renew the secret again?')}
        action={t('Renew the secret')}
        isOpen={asks === 'rotate'}
        isBusy={rotate.isPending}
        onConfirm={() => rotate.mutate({})}
        onClose={() => setAsks(null)}
      >
        {t('Two secrets are accepted at a time. The oldest one stops working, even if a server still uses it.')}
      </ConfirmDialog>
      <ConfirmDialog
        title={t('Remove the old secret?')}
        action={t('Remove the old secret')}
        isOpen={asks === 'drop'}
        isBusy={drop.isPending}
        onConfirm={() => drop.mutate({})}
        onClose={() => setAsks(null)}
      >
        {t('Tokens signed with the old secret are refused from then on.')}
      </ConfirmDialog>
    </SettingsLayout>
  )
}
