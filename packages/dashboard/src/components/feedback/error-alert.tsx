/** An error message with a button to try again. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useT } from '../../words/translate.ts'

export function ErrorAlert({ error, again }: { error: Error; again?: () => unknown }) {
  const t = useT()
  return (
    <Alert color="red" role="alert" m="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {again && (
          <Button size="xs" onClick={() => again()}>
            {t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
