/** Owner and visibility of a list. */
import { Badge, Group, Text } from '@mantine/core'
import type { TableRow } from '../../api.ts'
import { useT } from '../../words/translate.ts'

export type ListLine = TableRow<'/lists'>

export function Owner({ line: { ownerEmail, ownerName } }: { line: ListLine }) {
  const t = useT()
  if (!ownerEmail)
    return (
      <Text size="sm" c="dimmed" component="span">
        {t('A guest')}
      </Text>
    )
  return ownerName ? `${ownerName} · ${ownerEmail}` : ownerEmail
}

export function Marks({ line: { isPublic, isArchived } }: { line: ListLine }) {
  const t = useT()
  return (
    <Group gap={4} wrap="nowrap">
      {isPublic && <Badge>{t('Public')}</Badge>}
      {isArchived && <Badge color="gray">{t('Archived')}</Badge>}
    </Group>
  )
}
