/** Lets only signed-in people pass; after sign-in they return to the page they opened. */
import { Center, Loader } from '@mantine/core'
import { Navigate, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from './api.ts'
import { ErrorAlert } from './components/feedback/error-alert.tsx'
import { type Me, useMe } from './session.ts'

export function SignedIn() {
  const { data, error, refetch } = useMe()
  // Checked before the data, which remains cached when a session ends.
  if (error instanceof ApiError && error.status === 401) return <SignInFirst />
  if (data && !data.isSetUp) return <SetUpFirst me={data} />
  if (data) return <Outlet />
  if (error) return <ErrorAlert error={error} again={refetch} />
  return <Loading />
}

const Loading = () => (
  <Center h="100vh">
    <Loader aria-label="Loading" />
  </Center>
)

const SetUpAccount = lazy(async () => ({
  default: (await import('./screens/sign-in/set-up-account.tsx')).SetUpAccount,
}))

/** An account without address or password must be completed first. */
const SetUpFirst = ({ me }: { me: Me }) => (
  <Suspense fallback={<Loading />}>
    <SetUpAccount me={me} />
  </Suspense>
)

/** Read from the browser once: the router's location changes during navigation and would redirect again each time. */
function SignInFirst() {
  const [to] = useState(() => location.pathname + location.search)
  return <Navigate to="/sign-in" search={{ to }} replace />
}
