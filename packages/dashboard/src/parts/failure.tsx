/** What went wrong, in a sentence, and a way to try again. */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useSay } from '../words/words.ts'

export function Failure({ error, again }: { error: Error; again?: () => unknown }) {
  const say = useSay()
  return (
    <Alert color="red" role="alert" m="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {again && (
          <Button size="xs" onClick={() => again()}>
            {say('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
