/** What stands around the screens of the settings. */
import type { ReactNode } from 'react'
import { Page } from '../../parts/page.tsx'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { type Role, useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'

const tabs: (Tab & { needs?: Role })[] = [
  { path: '/settings', name: 'General' },
  { path: '/settings/team', name: 'Team' },
  { path: '/settings/privacy', name: 'Privacy', needs: 'admin' },
  { path: '/settings/identity', name: 'Sign-in of shoppers', needs: 'admin' },
  { path: '/settings/health', name: 'Health', needs: 'admin' },
  { path: '/settings/audit', name: 'Audit log', needs: 'admin' },
]

type Props = { about?: string; actions?: ReactNode; children: ReactNode }

export function SettingsFrame({ about, actions, children }: Props) {
  const say = useSay()
  const { may } = useStore()
  return (
    <Page title={say('Settings')} about={about} actions={actions}>
      <Tabs label={say('Settings')} tabs={tabs.filter(({ needs = 'viewer' }) => may(needs))} />
      {children}
    </Page>
  )
}
