/** A text with a button that copies it. */
import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { useT } from '../../words/translate.ts'

export function CopyableText({ text, label, hasLabel = false }: { text: string; label: string; hasLabel?: boolean }) {
  const t = useT()
  return (
    <div>
      {hasLabel && (
        <Text size="sm" fw={500} mb={4}>
          {label}
        </Text>
      )}
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block flex={1} className="secret" role="group" aria-label={label}>
          {text}
        </Code>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? t('Copied') : t('Copy')}</Button>}
        </CopyButton>
      </Group>
    </div>
  )
}
