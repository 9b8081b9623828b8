/** All stores of a person, and creating another one. */
import { Alert, Badge, Button, Card, Group, Modal, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyableText } from '../../components/data/copyable-text.tsx'
import { Page } from '../../components/layout/page.tsx'
import { roleNames } from '../../display-names.ts'
import { useAction } from '../../hooks/use-action.ts'
import { useMe, useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'

export function Stores() {
  const t = useT()
  const { date } = useFormats()
  const { data: me } = useMe()
  const { store: open } = useStore()
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={t('Stores')}
      about={t('Each store has its own shoppers, products, keys and settings.')}
      actions={
        me!.isOperator && (
          <Button variant="filled" onClick={() => setAdding(true)}>
            {t('New store')}
          </Button>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {me!.stores.map(({ store, name, role, createdAt }) => (
          <Card key={store}>
            <Stack gap="xs" h="100%">
              <Group justify="space-between" wrap="nowrap" align="flex-start">
                <Title order={2} size="h4" className="wrap">
                  {name}
                </Title>
                {store === open && <Badge>{t('Current store')}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                {t('Since {date} · your role: {role}', { date: date(createdAt), role: t(roleNames[role].name) })}
              </Text>
              <Group gap="xs" mt="auto">
                {store !== open && (
                  <Button size="xs" component={Link} {...({ to: `/${store}` } as object)}>
                    {t('Open {name}', { name })}
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="subtle"
                  component={Link}
                  {...({ to: `/${store}/settings` } as object)}
                  aria-label={t('Settings of {name}', { name })}
                >
                  {t('Settings')}
                </Button>
              </Group>
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      <NewStore isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

function NewStore({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT()
  const [name, setName] = useState('')
  const create = useAction('/stores')
  const close = () => {
    create.reset()
    setName('')
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('New store')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {create.data ? (
        <Stack>
          <Alert color="yellow">{t('Copy the key and the secret now: they are not shown again.')}</Alert>
          <CopyableText text={create.data.pid} label={t('Store id (pid)')} hasLabel />
          <CopyableText text={create.data.apiKey} label={t('API key')} hasLabel />
          <CopyableText text={create.data.identitySecret} label={t('Identity secret')} hasLabel />
          <Group justify="flex-end">
            <Button component={Link} {...({ to: `/${create.data.store}` } as object)} variant="filled" onClick={close}>
              {t('Open {name}', { name: create.data.name })}
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate({ name })
          }}
        >
          <Stack>
            <TextInput
              label={t('Name')}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={create.isPending}>
                {t('Create the store')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
