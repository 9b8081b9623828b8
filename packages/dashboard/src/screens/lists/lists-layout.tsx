/** The layout of the list screens, with their tabs. */
import type { ReactNode } from 'react'
import { Page } from '../../components/layout/page.tsx'
import { Tabs } from '../../components/layout/tabs.tsx'
import { useT } from '../../words/translate.ts'

const tabs = [
  { path: '/lists', name: 'Lists' },
  { path: '/lists/merges', name: 'Merges' },
  { path: '/lists/types', name: 'Types and custom items' },
]

export function ListsLayout({ about, children }: { about: string; children: ReactNode }) {
  const t = useT()
  return (
    <Page title={t('Lists')} about={about}>
      <Tabs label={t('Lists')} tabs={tabs} />
      {children}
    </Page>
  )
}
