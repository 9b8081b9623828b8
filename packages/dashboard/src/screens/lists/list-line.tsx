/** One list in a few words: whose it is, and whether others see it. */
import { Badge, Group, Text } from '@mantine/core'
import { useSay } from '../../words/words.ts'

export type ListLine = {
  listId: string
  name: string
  type: string
  itemCount: number
  isArchived: boolean
  isPublic: boolean
  ownerEmail: string | null
  ownerName: string
  createdAt: string
  updatedAt: string
}

export function Owner({ line: { ownerEmail, ownerName } }: { line: ListLine }) {
  const say = useSay()
  if (!ownerEmail)
    return (
      <Text size="sm" c="dimmed" component="span">
        {say('A guest')}
      </Text>
    )
  return ownerName ? `${ownerName} · ${ownerEmail}` : ownerEmail
}

export function Marks({ line: { isPublic, isArchived } }: { line: ListLine }) {
  const say = useSay()
  return (
    <Group gap={4} wrap="nowrap">
      {isPublic && <Badge>{say('Public')}</Badge>}
      {isArchived && <Badge color="gray">{say('Archived')}</Badge>}
    </Group>
  )
}
