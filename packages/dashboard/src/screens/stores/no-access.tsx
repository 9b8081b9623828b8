/** Shown instead of a store that does not exist or that the person is no longer a member of. */
import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CenteredCard } from '../../components/layout/centered-card.tsx'
import { useMe } from '../../session.ts'
import { useT } from '../../words/translate.ts'

export function NoAccess() {
  const t = useT()
  const { data: me } = useMe()
  const stores = me?.stores ?? []
  return (
    <CenteredCard title={t('No access to this store')}>
      <Text size="sm">{t('You were removed from this store’s team, or the store no longer exists.')}</Text>
      {stores.length > 0 ? (
        <Stack gap="xs">
          <Text size="sm">{t('Your other stores:')}</Text>
          {stores.map(({ store, name }) => (
            <Anchor key={store} component={Link} {...({ to: `/${store}` } as object)}>
              {name}
            </Anchor>
          ))}
        </Stack>
      ) : (
        <Text size="sm">{t('You are not a member of any store yet. Ask a store owner to invite you.')}</Text>
      )}
    </CenteredCard>
  )
}
