/** Something that is shown once: the text, and a button that copies it. */
import { Button, Code, CopyButton, Group } from '@mantine/core'
import { useSay } from '../words/words.ts'

export function Secret({ text, label }: { text: string; label: string }) {
  const say = useSay()
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} aria-label={label} style={{ whiteSpace: 'pre-wrap', wordBreak: 'break-all' }}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? say('Copied') : say('Copy')}</Button>}
      </CopyButton>
    </Group>
  )
}
