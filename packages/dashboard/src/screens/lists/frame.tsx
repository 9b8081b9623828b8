/** What stands around the screens of lists. */
import type { ReactNode } from 'react'
import { Page } from '../../parts/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useSay } from '../../words/words.ts'

const tabs = [
  { path: '/lists', name: 'Lists' },
  { path: '/lists/merges', name: 'Merges' },
  { path: '/lists/types', name: 'Types and custom items' },
]

export function ListsFrame({ about, children }: { about: string; children: ReactNode }) {
  const say = useSay()
  return (
    <Page title={say('Lists')} about={about}>
      <Tabs label={say('Lists')} tabs={tabs} />
      {children}
    </Page>
  )
}
