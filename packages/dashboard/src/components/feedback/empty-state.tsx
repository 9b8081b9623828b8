/** Shown where a list has no rows: the reason and one action. */
import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={48} ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw={420}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
