/** Lets nobody through who is not signed in; afterwards they are back where they wanted to be. */
import { Center, Loader } from '@mantine/core'
import { Navigate, Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Refused } from './calls.ts'
import { Failure } from './parts/failure.tsx'
import { type Me, useMe } from './session.ts'

export function SignedIn() {
  const { data, error, refetch } = useMe()
  // Asked before the data, which stays when a session ends.
  if (error instanceof Refused && error.status === 401) return <SignInFirst />
  if (data && !data.isSetUp) return <SetUpFirst me={data} />
  if (data) return <Outlet />
  if (error) return <Failure error={error} again={refetch} />
  return <Loading />
}

const Loading = () => (
  <Center h="100vh">
    <Loader aria-label="Loading" />
  </Center>
)

const SetUp = lazy(async () => ({ default: (await import('./screens/entry/set-up.tsx')).SetUp }))

/** An account without address or password can do nothing else, so that nobody gets stuck with half of it. */
const SetUpFirst = ({ me }: { me: Me }) => (
  <Suspense fallback={<Loading />}>
    <SetUp me={me} />
  </Suspense>
)

/** The browser's own address: the router's changes while it goes over, and would send us again with each change. */
function SignInFirst() {
  const [to] = useState(() => location.pathname + location.search)
  return <Navigate to="/sign-in" search={{ to }} replace />
}
