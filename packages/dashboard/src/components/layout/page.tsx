/** The layout of a screen: title, description, actions, content. */
import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'

type Props = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode }

export function Page({ title, about, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Heartbell`
  }, [title])
  return (
    <Stack gap="lg" maw={1280} mx="auto" w="100%">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm" mt={4}>
              {about}
            </Text>
          )}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
