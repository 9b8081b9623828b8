/** The screens of one subject, side by side, each with an address of its own. */
import { Link } from '@tanstack/react-router'
import { useStore } from '../session.ts'
import { useSay } from '../words/words.ts'

export type Tab = { path: string; name: string }

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const say = useSay()
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
          {say(name)}
        </Link>
      ))}
    </nav>
  )
}
