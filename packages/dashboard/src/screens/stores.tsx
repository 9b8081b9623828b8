/** Every store a person works for, and the making of another one. */
import { Alert, Badge, Button, Card, Group, Modal, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Page } from '../parts/page.tsx'
import { Secret } from '../parts/secret.tsx'
import { useAct } from '../parts/use-act.ts'
import { useMe, useStore } from '../session.ts'
import { useFormats, useSay } from '../words/words.ts'

type Made = { store: string; name: string; pid: string; apiKey: string; identitySecret: string }

export function Stores() {
  const say = useSay()
  const { date } = useFormats()
  const { data: me } = useMe()
  const { store: open } = useStore()
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={say('Stores')}
      about={say('Each has its own shoppers, products, keys and settings.')}
      actions={
        me!.isOperator && (
          <Button variant="filled" onClick={() => setAdding(true)}>
            {say('New store')}
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
                {store === open && <Badge>{say('Open')}</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                {say('Since {date} · you are {role}', { date: date(createdAt), role: say(role) })}
              </Text>
              <Group gap="xs" mt="auto">
                {store !== open && (
                  <Button size="xs" component={Link} {...({ to: `/${store}` } as object)}>
                    {say('Open {name}', { name })}
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="subtle"
                  component={Link}
                  {...({ to: `/${store}/settings` } as object)}
                  aria-label={say('Settings of {name}', { name })}
                >
                  {say('Settings')}
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
  const say = useSay()
  const [name, setName] = useState('')
  const create = useAct<{ name: string }, Made>('/stores')
  const close = () => {
    create.reset()
    setName('')
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={say('New store')}
      size="lg"
      closeButtonProps={{ 'aria-label': say('Close') }}
    >
      {create.data ? (
        <Stack>
          <Alert color="yellow">{say('Copy the key and the secret now: they are not shown again.')}</Alert>
          <Secret text={create.data.pid} label={say('Store id (pid)')} hasLabel />
          <Secret text={create.data.apiKey} label={say('API key')} hasLabel />
          <Secret text={create.data.identitySecret} label={say('Identity secret')} hasLabel />
          <Group justify="flex-end">
            <Button component={Link} {...({ to: `/${create.data.store}` } as object)} variant="filled" onClick={close}>
              {say('Open {name}', { name: create.data.name })}
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
              label={say('Name')}
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={create.isPending}>
                {say('Create the store')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
