/** Signs in with a one-time link. */
import { Anchor, Center, Loader, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { post } from '../../api.ts'
import { useLinkToken } from '../../hooks/use-link-token.ts'
import { useT } from '../../words/translate.ts'

export function FollowLink() {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const token = useLinkToken()
  const followed = useRef<string | null>(null)
  useEffect(() => {
    // The link works once, and React may run the effect twice.
    if (followed.current === token) return
    followed.current = token
    setProblem(null)
    post('/follow-link', { token }).then(
      async (me) => {
        queries.setQueryData(['me'], me)
        await navigate({ to: '/', replace: true })
      },
      (error: Error) => setProblem(error.message),
    )
  }, [navigate, queries, token])
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack align="center">
        {problem ? (
          <>
            <Text role="alert">{problem}</Text>
            <Anchor component={Link} to="/sign-in">
              {t('Sign in')}
            </Anchor>
          </>
        ) : (
          <>
            <Loader aria-hidden />
            <Text>{t('Signing you in …')}</Text>
          </>
        )}
      </Stack>
    </Center>
  )
}
