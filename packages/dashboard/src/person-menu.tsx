/** The person who is signed in: their account, light or dark, and the way out. */
import { ActionIcon, NavLink, Paper, Text, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { act } from './calls.ts'
import { useMe, useStore } from './session.ts'
import { useSay } from './words/words.ts'

const id = 'person-menu'

/** The browser's own popover closes on Escape and beside it, and costs no library. */
export function PersonMenu() {
  const say = useSay()
  const { data } = useMe()
  const { store } = useStore()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme()
  const name = data!.name || data!.email || say('Owner')
  const close = () => document.getElementById(id)?.hidePopover()
  const signOut = async () => {
    await act('/sign-out')
    queries.clear()
    await navigate({ to: '/sign-in' })
  }
  return (
    <>
      <ActionIcon
        {...({ popoverTarget: id } as object)}
        ml="auto"
        size={36}
        radius="xl"
        variant="light"
        aria-label={say('Your account: {name}', { name })}
      >
        {name.slice(0, 1).toUpperCase()}
      </ActionIcon>
      <Paper id={id} popover="auto" withBorder p="xs" className="person-menu">
        <Text size="sm" c="dimmed" px="sm" py={4} truncate>
          {name}
        </Text>
        <NavLink
          component={Link}
          {...({ to: `/${store}/account` } as object)}
          label={say('Your account')}
          onClick={close}
        />
        <NavLink
          component={Link}
          {...({ to: `/${store}/stores` } as object)}
          label={say('All stores')}
          onClick={close}
        />
        <NavLink component="button" label={say('Light or dark')} onClick={toggleColorScheme} />
        <NavLink component="button" label={say('Sign out')} onClick={signOut} />
      </Paper>
    </>
  )
}
