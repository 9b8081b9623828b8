/** What stands around every screen of a store: the way to the others, the store, the person. */
import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Select,
  Text,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { act } from './calls.ts'
import heart from './heart.svg'
import { type Role, useMe, useStore } from './session.ts'
import { useSay } from './words/words.ts'

/** Grouped as a merchant thinks: what happens, what is said, how it is set up. */
const ways: { path: string; name: string; needs?: Role; starts?: string }[] = [
  { path: '/keys', name: 'API keys', needs: 'admin', starts: 'Developers' },
]

export function Shell() {
  const { store } = useParams({ strict: false }) as { store: string }
  const { data } = useMe()
  if (!data?.stores.some((one) => one.store === store)) return <Navigate to="/" replace />
  return <Inside />
}

function Inside() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const say = useSay()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="lg"
    >
      <a href="#content" className="skip">
        {say('Skip to the content')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={say('Menu')} />
          <img src={heart} alt="" width={26} height={26} />
          <Text fw={650} visibleFrom="xs">
            Heartbell
          </Text>
          <StoreChoice />
          <Person />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" onClick={close}>
        <Ways />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

function Ways() {
  const say = useSay()
  const { store, may } = useStore()
  const { pathname } = useLocation()
  return (
    <ScrollArea>
      {ways
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
              {...({ to: `/${store}${path}` } as object)}
              label={say(name)}
              active={
                pathname.startsWith(`/${store}${path}`) &&
                (path !== '/' || pathname === `/${store}` || pathname === `/${store}/`)
              }
              style={{ borderRadius: 8 }}
            />
          </div>
        ))}
    </ScrollArea>
  )
}

function StoreChoice() {
  const say = useSay()
  const { data } = useMe()
  const { store } = useStore()
  const navigate = useNavigate()
  return (
    <Select
      aria-label={say('Store')}
      data={data!.stores.map(({ store: value, name }) => ({ value, label: name }))}
      value={store}
      onChange={(value) => value && navigate({ to: `/${value}` as never })}
      allowDeselect={false}
      searchable={data!.stores.length > 8}
      w={200}
    />
  )
}

function Person() {
  const say = useSay()
  const { data } = useMe()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme()
  const name = data!.name || data!.email || say('Owner')
  const signOut = async () => {
    await act('/sign-out')
    queries.clear()
    await navigate({ to: '/sign-in' })
  }
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon ml="auto" size={36} radius="xl" variant="light" aria-label={say('Your account: {name}', { name })}>
          {name.slice(0, 1).toUpperCase()}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item onClick={toggleColorScheme}>{say('Light or dark')}</Menu.Item>
        <Menu.Item onClick={signOut}>{say('Sign out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
