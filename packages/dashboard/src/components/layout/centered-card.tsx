/** One card in the middle of an empty page, for screens before sign-in. */
import { Card, Center, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import heart from '../../heart.svg'

export function CenteredCard({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Heartbell`
  }, [title])
  return (
    <Center mih="100vh" p="md" component="main">
      <Card w="100%" maw={440} p={{ base: 'lg', xs: 'xl' }}>
        <Stack>
          <img src={heart} alt="" width={40} height={40} />
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Card>
    </Center>
  )
}
