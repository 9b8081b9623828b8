/** Recovery codes, shown once, to copy or download. */
import { Alert, Button, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useT } from '../../words/translate.ts'

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useT()
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
        {t(
          'Two-step sign-in is on. Store these codes safely: each signs you in once when you don’t have your phone. They are not shown again.',
        )}
      </Alert>
      <SimpleGrid cols={2} role="group" aria-label={t('Recovery codes')} spacing="xs">
        {codes.map((code) => (
          <Text key={code} ff="monospace" ta="center">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? t('Copied') : t('Copy')}</Button>}
          </CopyButton>
          <Button onClick={save}>{t('Download')}</Button>
        </Group>
        <Button variant="filled" onClick={onDone}>
          {t('I have saved them')}
        </Button>
      </Group>
    </Stack>
  )
}
