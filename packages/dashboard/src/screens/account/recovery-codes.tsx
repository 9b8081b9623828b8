/** Recovery codes, shown once: to copy, to save as a file. */
import { Alert, Button, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useSay } from '../../words/words.ts'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const say = useSay()
  const text = codes.join('\n')
  const save = () => {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'heartbell-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <Stack>
      <Alert color="yellow">
        {say(
          'Two-step sign-in is on. Keep these codes safe: each signs you in once when your phone is not there. They are not shown again.',
        )}
      </Alert>
      <SimpleGrid cols={2} role="group" aria-label={say('Recovery codes')} spacing="xs">
        {codes.map((code) => (
          <Text key={code} ff="monospace" ta="center">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? say('Copied') : say('Copy')}</Button>}
          </CopyButton>
          <Button onClick={save}>{say('Download')}</Button>
        </Group>
        <Button variant="filled" onClick={onDone}>
          {say('I have saved them')}
        </Button>
      </Group>
    </Stack>
  )
}
