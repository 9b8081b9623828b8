/** Checks whether a page of the shop contains the script. */
import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { StoreAnswer } from '../../api.ts'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { useSettings } from '../settings/general/setting-form.tsx'

type Found = StoreAnswer<'/widgets/check'>['found']

const sentences: Record<Found, string> = {
  here: 'The script is installed, with this store’s id.',
  'other-store': 'The script is installed, but with another store’s id.',
  'no-store': 'The script is installed, but without a store id: add data-store.',
  nothing: 'The script is not on this page. If a tag manager adds it later, this check can’t see it.',
}

export function InstallCheck() {
  const t = useT()
  const { may } = useStore()
  const { data } = useSettings()
  const [url, setUrl] = useState<string | null>(null)
  const check = useStoreAction('/widgets/check')
  if (!may('marketer')) return null
  const address = url ?? data?.settings['shop-url'] ?? ''
  return (
    <Card component="section" aria-label={t('Installation check')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          check.mutate({ url: address })
        }}
      >
        <Stack>
          <div>
            <Title order={2} size="h4">
              {t('Installation check')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('This server fetches the page without running its scripts.')}
            </Text>
          </div>
          <Group align="flex-end" gap="sm">
            <TextInput
              flex={1}
              miw={200}
              label={t('Address of a product page')}
              placeholder="https://shop.example/products/apron"
              type="url"
              required
              value={address}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
            <Button type="submit" loading={check.isPending}>
              {t('Check the page')}
            </Button>
          </Group>
          {check.data && (
            <Alert color={check.data.found === 'here' ? 'green' : 'yellow'} role="status">
              {t(sentences[check.data.found])}
            </Alert>
          )}
        </Stack>
      </form>
    </Card>
  )
}
