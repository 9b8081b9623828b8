/** The frame of every store screen: header, sidebar, store selection. */
import { Burger, NativeSelect, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useIsFetching } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { AccountMenu } from './account-menu.tsx'
import heart from './heart.svg'
import { navigation } from './navigation.ts'
import { useMe, useStore } from './session.ts'
import { useLocale, useT } from './words/translate.ts'

const NoAccess = lazy(async () => ({ default: (await import('./screens/stores/no-access.tsx')).NoAccess }))

export function Shell() {
  const { store } = useParams({ strict: false }) as { store: string }
  const { data } = useMe()
  if (!data?.stores.some((one) => one.store === store))
    return (
      <Suspense>
        <NoAccess />
      </Suspense>
    )
  return <Frame />
}

function Frame() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const t = useT()
  const locale = useLocale()
  const isBusy = useIsFetching() > 0
  const screen = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  return (
    <div className="shell">
      <a href="#content" className="skip">
        {t('Skip to content')}
      </a>
      <header className="shell-header">
        <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('Menu')} />
        <img src={heart} alt="" width={26} height={26} />
        <Text fw={650} visibleFrom="xs">
          Heartbell
        </Text>
        <StoreSelect />
        <AccountMenu />
      </header>
      <nav className="shell-navigation" aria-label={t('Navigation')} data-open={isOpen}>
        <Navigation onGo={close} />
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

function Navigation({ onGo }: { onGo: () => void }) {
  const t = useT()
  const { store, may } = useStore()
  return navigation.map(({ heading, entries }) => {
    const allowed = entries.filter(({ needs = 'viewer' }) => may(needs))
    if (allowed.length === 0) return null
    return (
      <div key={heading ?? ''}>
        {heading && (
          <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
            {t(heading)}
          </Text>
        )}
        {allowed.map(({ path, name }) => (
          <NavLink
            key={path}
            component={Link}
            {...({ to: `/${store}${path}`, activeOptions: { exact: path === '/', includeSearch: false } } as object)}
            label={t(name)}
            className="navigation-link"
            onClick={onGo}
          />
        ))}
      </div>
    )
  })
}

/** A native select: small, and convenient on a phone. */
function StoreSelect() {
  const t = useT()
  const { data } = useMe()
  const { store } = useStore()
  const navigate = useNavigate()
  return (
    <NativeSelect
      aria-label={t('Store')}
      data={data!.stores.map(({ store: value, name }) => ({ value, label: name }))}
      value={store}
      onChange={(event) => void navigate({ to: `/${event.currentTarget.value}` as never })}
      w={{ base: 160, xs: 220 }}
    />
  )
}
