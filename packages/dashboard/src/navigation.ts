/** The entries of the sidebar, grouped by task. */
import type { Role } from './session.ts'

type NavigationEntry = { path: string; name: string; needs?: Role }

export const navigation: { heading?: string; entries: NavigationEntry[] }[] = [
  {
    entries: [
      { path: '/', name: 'Home' },
      { path: '/subscriptions', name: 'Subscriptions' },
      { path: '/products', name: 'Products' },
      { path: '/lists', name: 'Lists' },
      { path: '/outbox', name: 'Outbox' },
      { path: '/analytics', name: 'Analytics' },
    ],
  },
  {
    heading: 'Messages',
    entries: [
      { path: '/topics', name: 'Topics & templates' },
      { path: '/integrations', name: 'Integrations' },
    ],
  },
  {
    heading: 'Set up',
    entries: [
      { path: '/widgets', name: 'Widgets' },
      { path: '/settings', name: 'Settings' },
    ],
  },
  {
    heading: 'Developers',
    entries: [
      { path: '/keys', name: 'API keys', needs: 'admin' },
      { path: '/webhooks', name: 'Webhooks' },
      { path: '/reference', name: 'API reference' },
    ],
  },
]
