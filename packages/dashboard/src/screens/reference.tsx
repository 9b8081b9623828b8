/** The way into the API: the store's own values in calls that work, and the whole reference. */
import { Anchor, Button, Card, List, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { writeQuery } from '../calls.ts'
import { Page } from '../parts/page.tsx'
import { Secret } from '../parts/secret.tsx'
import { useMe, useStore } from '../session.ts'
import { useSay } from '../words/words.ts'

export function Reference() {
  const say = useSay()
  const { pid, store, may } = useStore()
  const { data: me } = useMe()
  const url = me!.publicUrl
  const whole = `/docs${writeQuery({ pid })}`
  const asStore = `curl -u '${pid}:API_KEY'`
  const calls = [
    { name: 'Who am I?', text: `${asStore} ${url}/storeadmin/me` },
    { name: 'The products of the catalog', text: `${asStore} ${url}/storeadmin/v3/catalog/products` },
  ]
  return (
    <Page
      title={say('API reference')}
      about={say('Everything the dashboard shows can be read and written by your own programs.')}
      actions={
        <Button component="a" href={whole} target="_blank" rel="noreferrer" variant="filled">
          {say('Open the reference')}
        </Button>
      }
    >
      <Card component="section" aria-label={say('This store')}>
        <Stack>
          <Title order={2} size="h4">
            {say('This store')}
          </Title>
          <Secret text={pid} label={say('Store id (pid)')} hasLabel />
          <Secret text={url} label={say('Address of the API')} hasLabel />
          {may('admin') && (
            <Text size="sm">
              {say('Calls of your server carry a key.')}{' '}
              <Anchor component={Link} {...({ to: `/${store}/keys` } as object)}>
                {say('API keys')}
              </Anchor>
            </Text>
          )}
        </Stack>
      </Card>
      <Card component="section" aria-label={say('Calls to begin with')}>
        <Stack>
          <Title order={2} size="h4">
            {say('Calls to begin with')}
          </Title>
          {calls.map(({ name, text }) => (
            <Secret key={name} text={text} label={say(name)} hasLabel />
          ))}
        </Stack>
      </Card>
      <Card component="section" aria-label={say('More')}>
        <List size="sm" spacing="xs">
          <List.Item>
            <Anchor href={whole} target="_blank" rel="noreferrer">
              {say('The whole reference, with this store’s id filled in')}
            </Anchor>
          </List.Item>
          <List.Item>
            <Anchor href="/openapi.json" target="_blank" rel="noreferrer">
              {say('The same for programs (OpenAPI)')}
            </Anchor>
          </List.Item>
        </List>
      </Card>
    </Page>
  )
}
