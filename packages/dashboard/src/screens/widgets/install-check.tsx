/** Whether a page of the shop has the script, looked at from here. */
import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { useSettings } from '../settings/setting-form.tsx'

type Found = 'here' | 'other-store' | 'no-store' | 'nothing'

const sentences: Record<Found, string> = {
  here: 'The script is there, with this store’s id.',
  'other-store': 'The script is there, but with another store’s id.',
  'no-store': 'The script is there, but without a store’s id: add data-store.',
  nothing: 'The script is not on this page. A tag manager may add it later, which can’t be seen from here.',
}

export function InstallCheck() {
  const say = useSay()
  const { path, may } = useStore()
  const { data } = useSettings()
  const [url, setUrl] = useState<string | null>(null)
  const check = useAct<{ url: string }, { found: Found }>(`${path}/widgets/check`)
  if (!may('marketer')) return null
  const address = url ?? data?.settings['shop-url'] ?? ''
  return (
    <Card component="section" aria-label={say('Is it there?')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          check.mutate({ url: address })
        }}
      >
        <Stack>
          <div>
            <Title order={2} size="h4">
              {say('Is it there?')}
            </Title>
            <Text size="sm" c="dimmed">
              {say('The page is read from this server, as a visitor without scripts would.')}
            </Text>
          </div>
          <Group align="flex-end" gap="sm">
            <TextInput
              flex={1}
              miw={200}
              label={say('Address of a product page')}
              placeholder="https://shop.example/products/apron"
              type="url"
              required
              value={address}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
            <Button type="submit" loading={check.isPending}>
              {say('Look at it')}
            </Button>
          </Group>
          {check.data && (
            <Alert color={check.data.found === 'here' ? 'green' : 'yellow'} role="status">
              {say(sentences[check.data.found])}
            </Alert>
          )}
        </Stack>
      </form>
    </Card>
  )
}
