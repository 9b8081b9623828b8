/** Introduction to the API: the store's own values in working requests, and a link to the full reference. */
import { Anchor, Button, Card, List, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { writeQuery } from '../../api.ts'
import { CopyableText } from '../../components/data/copyable-text.tsx'
import { Page } from '../../components/layout/page.tsx'
import { useMe, useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'

export function Reference() {
  const t = useT()
  const { pid, store, may } = useStore()
  const { data: me } = useMe()
  const url = me!.publicUrl
  const whole = `/docs${writeQuery({ pid })}`
  const asStore = `curl -u '${pid}:API_KEY'`
  const calls = [
    { name: 'Who am I?', text: `${asStore} ${url}/storeadmin/me` },
    { name: 'Products in the catalog', text: `${asStore} ${url}/storeadmin/v3/catalog/products` },
  ]
  return (
    <Page
      title={t('API reference')}
      about={t('Your own programs can read and change everything the dashboard shows.')}
      actions={
        <Button component="a" href={whole} target="_blank" rel="noreferrer" variant="filled">
          {t('Open the reference')}
        </Button>
      }
    >
      <Card component="section" aria-label={t('This store')}>
        <Stack>
          <Title order={2} size="h4">
            {t('This store')}
          </Title>
          <CopyableText text={pid} label={t('Store id (pid)')} hasLabel />
          <CopyableText text={url} label={t('Address of the API')} hasLabel />
          {may('admin') && (
            <Text size="sm">
              {t('Requests from your server need an API key.')}{' '}
              <Anchor component={Link} {...({ to: `/${store}/keys` } as object)}>
                {t('API keys')}
              </Anchor>
            </Text>
          )}
        </Stack>
      </Card>
      <Card component="section" aria-label={t('First requests')}>
        <Stack>
          <Title order={2} size="h4">
            {t('First requests')}
          </Title>
          {calls.map(({ name, text }) => (
            <CopyableText key={name} text={text} label={t(name)} hasLabel />
          ))}
        </Stack>
      </Card>
      <Card component="section" aria-label={t('More')}>
        <List size="sm" spacing="xs">
          <List.Item>
            <Anchor href={whole} target="_blank" rel="noreferrer">
              {t('The full reference, with this store’s id filled in')}
            </Anchor>
          </List.Item>
          <List.Item>
            <Anchor href="/openapi.json" target="_blank" rel="noreferrer">
              {t('OpenAPI document')}
            </Anchor>
          </List.Item>
        </List>
      </Card>
    </Page>
  )
}
