/** Start page: opens the first store, or creates it. */
import { Button, Card, Center, Stack, Text, TextInput, Title } from '@mantine/core'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../hooks/use-action.ts'
import { useMe } from '../../session.ts'
import { useT } from '../../words/translate.ts'

export function FirstStore() {
  const { data } = useMe()
  const t = useT()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const create = useAction('/stores', {
    next: ({ store }) => void navigate({ to: `/${store}` as never }),
  })
  const [newest] = data!.stores
  if (newest) return <Navigate to={`/${newest.store}` as never} replace />
  return (
    <Center mih="100vh" p="md" component="main">
      <Card w="100%" maw={440} p="xl">
        <Stack>
          <Title order={1} size="h3">
            {t('Your first store')}
          </Title>
          {data!.isOperator ? (
            <>
              <TextInput
                label={t('Name')}
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
                {t('Create the store')}
              </Button>
            </>
          ) : (
            <Text>{t('You are not a member of any store yet. Ask a store owner to invite you.')}</Text>
          )}
        </Stack>
      </Card>
    </Center>
  )
}
