/** Tabs between the screens of one section; each tab is a URL. */
import { Link } from '@tanstack/react-router'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'

export type Tab = { path: string; name: string }

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const t = useT()
  const { store } = useStore()
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ path, name }) => (
        <Link
          key={path}
          to={`/${store}${path}` as never}
          className="tab"
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}
