/** The layout of the settings screens, with their tabs. */
import type { ReactNode } from 'react'
import { Page } from '../../components/layout/page.tsx'
import { type Tab, Tabs } from '../../components/layout/tabs.tsx'
import { type Role, useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'

const tabs: (Tab & { needs?: Role })[] = [
  { path: '/settings', name: 'General' },
  { path: '/settings/team', name: 'Team' },
  { path: '/settings/privacy', name: 'Privacy', needs: 'admin' },
  { path: '/settings/identity', name: 'Sign-in of shoppers', needs: 'admin' },
  { path: '/settings/health', name: 'Health', needs: 'admin' },
  { path: '/settings/audit', name: 'Audit log', needs: 'admin' },
]

type Props = { about?: string; actions?: ReactNode; children: ReactNode }

export function SettingsLayout({ about, actions, children }: Props) {
  const t = useT()
  const { may } = useStore()
  return (
    <Page title={t('Settings')} about={about} actions={actions}>
      <Tabs label={t('Settings')} tabs={tabs.filter(({ needs = 'viewer' }) => may(needs))} />
      {children}
    </Page>
  )
}
