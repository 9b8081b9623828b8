/** The status of a webhook endpoint. */
import { Badge, Group, Stack, Text } from '@mantine/core'
import type { StoreData } from '../../api.ts'
import { useFormats, useT } from '../../words/translate.ts'

export type Endpoint = StoreData<'/webhooks'>['rows'][number]
export type EventType = Endpoint['types'][number]

export function Works({ endpoint }: { endpoint: Endpoint }) {
  const t = useT()
  const { time } = useFormats()
  const { enabled, disabledReason, failingSince } = endpoint
  return (
    <Group gap="xs">
      {!enabled ? (
        <Badge color="gray">{t('Switched off')}</Badge>
      ) : failingSince ? (
        <Badge color="red">{t('Failing')}</Badge>
      ) : (
        <Badge>{t('Working')}</Badge>
      )}
      {(disabledReason || failingSince) && (
        <Stack gap={0}>
          <Text size="xs" c="dimmed">
            {disabledReason?.replaceAll('-', ' ') ?? t('since {time}', { time: time(failingSince!) })}
          </Text>
        </Stack>
      )}
    </Group>
  )
}
