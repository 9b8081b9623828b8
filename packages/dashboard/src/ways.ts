/** The ways to the screens, grouped as a merchant thinks: what happens, what is said, how it is set up. */
import type { Role } from './session.ts'

export type Way = { path: string; name: string; needs?: Role; starts?: string }

export const ways: Way[] = [
  { path: '/', name: 'Home' },
  { path: '/subscriptions', name: 'Subscriptions' },
  { path: '/products', name: 'Products' },
  { path: '/lists', name: 'Lists' },
  { path: '/outbox', name: 'Outbox' },
  { path: '/analytics', name: 'Analytics' },
  { path: '/topics', name: 'Topics & templates', starts: 'Messages' },
  { path: '/integrations', name: 'Integrations' },
  { path: '/widgets', name: 'Widgets', starts: 'Set up' },
  { path: '/settings', name: 'Settings' },
  { path: '/keys', name: 'API keys', needs: 'admin', starts: 'Developers' },
  { path: '/webhooks', name: 'Webhooks' },
  { path: '/reference', name: 'API reference' },
]
