/** Lets nobody through who is not signed in. */
import { Center, Loader } from '@mantine/core'
import { Navigate, Outlet } from '@tanstack/react-router'
import { Refused } from './calls.ts'
import { Failure } from './parts/failure.tsx'
import { useMe } from './session.ts'

export function SignedIn() {
  const { data, error, refetch } = useMe()
  if (data) return <Outlet />
  if (error instanceof Refused && error.status === 401) return <Navigate to="/sign-in" replace />
  if (error) return <Failure error={error} again={refetch} />
  return (
    <Center h="100vh">
      <Loader aria-label="Loading" />
    </Center>
  )
}
