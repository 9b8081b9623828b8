/** The menu of the signed-in person: account, colour scheme, sign-out. */
import { ActionIcon, NavLink, Paper, Text, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { post } from './api.ts'
import { useMe, useStore } from './session.ts'
import { useT } from './words/translate.ts'

const id = 'person-menu'

/** A native popover closes on Escape and on an outside click, without a library. */
export function AccountMenu() {
  const t = useT()
  const { data } = useMe()
  const { store } = useStore()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { toggleColorScheme } = useMantineColorScheme()
  const name = data!.name || data!.email || t('Owner')
  const close = () => document.getElementById(id)?.hidePopover()
  const signOut = async () => {
    await post('/sign-out', {})
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
        aria-label={t('Your account: {name}', { name })}
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
          label={t('Your account')}
          onClick={close}
        />
        <NavLink component={Link} {...({ to: `/${store}/stores` } as object)} label={t('All stores')} onClick={close} />
        <NavLink component="button" label={t('Light or dark')} onClick={toggleColorScheme} />
        <NavLink component="button" label={t('Sign out')} onClick={signOut} />
      </Paper>
    </>
  )
}
