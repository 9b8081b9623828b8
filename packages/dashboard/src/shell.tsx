/** What stands around every screen of a store: the way to the others, the store, the person. */
import { Burger, NativeSelect, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useIsFetching } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import heart from './heart.svg'
import { PersonMenu } from './person-menu.tsx'
import { useMe, useStore } from './session.ts'
import { ways } from './ways.ts'
import { useLocale, useSay } from './words/words.ts'

export function Shell() {
  const { store } = useParams({ strict: false }) as { store: string }
  const { data } = useMe()
  if (!data?.stores.some((one) => one.store === store)) return <Navigate to="/" replace />
  return <Inside />
}

function Inside() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const say = useSay()
  const locale = useLocale()
  const isBusy = useIsFetching() > 0
  const screen = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <div className="shell">
      <a href="#content" className="skip">
        {say('Skip to the content')}
      </a>
      <header className="shell-header">
        <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={say('Menu')} />
        <img src={heart} alt="" width={26} height={26} />
        <Text fw={650} visibleFrom="xs">
          Heartbell
        </Text>
        <StoreChoice />
        <PersonMenu />
      </header>
      <nav className="shell-ways" aria-label={say('Screens')} data-open={isOpen}>
        <Ways onGo={close} />
      </nav>
      <main
        className="shell-main"
        id="content"
        tabIndex={-1}
        aria-busy={isBusy}
        data-screen={screen?.replace(/\/$/, '')}
      >
        <Outlet />
      </main>
    </div>
  )
}

function Ways({ onGo }: { onGo: () => void }) {
  const say = useSay()
  const { store, may } = useStore()
  return ways
    .filter(({ needs = 'viewer' }) => may(needs))
    .map(({ path, name, starts }) => (
      <div key={path}>
        {starts && (
          <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
            {say(starts)}
          </Text>
        )}
        <NavLink
          component={Link}
          {...({ to: `/${store}${path}`, activeOptions: { exact: path === '/', includeSearch: false } } as object)}
          label={say(name)}
          className="way"
          onClick={onGo}
        />
      </div>
    ))
}

/** The browser's own list: quick to load, and at home on a phone. */
function StoreChoice() {
  const say = useSay()
  const { data } = useMe()
  const { store } = useStore()
  const navigate = useNavigate()
  return (
    <NativeSelect
      aria-label={say('Store')}
      data={data!.stores.map(({ store: value, name }) => ({ value, label: name }))}
      value={store}
      onChange={(event) => void navigate({ to: `/${event.currentTarget.value}` as never })}
      w={{ base: 160, xs: 220 }}
    />
  )
}
