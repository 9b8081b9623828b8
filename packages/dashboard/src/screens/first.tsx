/** Where the dashboard opens: the store that was open last, or the making of the first one. */
import { Button, Card, Center, Stack, Text, TextInput, Title } from '@mantine/core'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../parts/use-act.ts'
import { useMe } from '../session.ts'
import { useSay } from '../words/words.ts'

export function First() {
  const { data } = useMe()
  const say = useSay()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const create = useAct<{ name: string }, { store: string }>('/stores', {
    next: ({ store }) => void navigate({ to: `/${store}` as never }),
  })
  const [newest] = data!.stores
  if (newest) return <Navigate to={`/${newest.store}` as never} replace />
  return (
    <Center mih="100vh" p="md" component="main">
      <Card w="100%" maw={440} p="xl">
        <Stack>
          <Title order={1} size="h3">
            {say('Your first store')}
          </Title>
          {data!.isOperator ? (
            <>
              <TextInput
                label={say('Name')}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                required
              />
              <Button
                variant="filled"
                disabled={!name.trim()}
                loading={create.isPending}
                onClick={() => create.mutate({ name })}
              >
                {say('Create the store')}
              </Button>
            </>
          ) : (
            <Text>{say('You don’t work for any store yet. Ask its owner to add you.')}</Text>
          )}
        </Stack>
      </Card>
    </Center>
  )
}
