/** An endpoint, and whether it works. */
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useFormats, useSay } from '../../words/words.ts'

export type Endpoint = {
  endpointId: string
  url: string
  types: string[]
  enabled: boolean
  disabledReason: string | null
  failingSince: string | null
  createdAt: string
}

export function Works({ endpoint }: { endpoint: Endpoint }) {
  const say = useSay()
  const { time } = useFormats()
  const { enabled, disabledReason, failingSince } = endpoint
  return (
    <Group gap="xs">
      {!enabled ? (
        <Badge color="gray">{say('Switched off')}</Badge>
      ) : failingSince ? (
        <Badge color="red">{say('Failing')}</Badge>
      ) : (
        <Badge>{say('Works')}</Badge>
      )}
      {(disabledReason || failingSince) && (
        <Stack gap={0}>
          <Text size="xs" c="dimmed">
            {disabledReason?.replaceAll('-', ' ') ?? say('since {time}', { time: time(failingSince!) })}
          </Text>
        </Stack>
      )}
    </Group>
  )
}
