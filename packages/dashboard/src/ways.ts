/** The ways to the screens, grouped as a merchant thinks: what happens, what is said, how it is set up. */
import type { Role } from './session.ts'

export type Way = { path: string; name: string; needs?: Role; starts?: string }

export const ways: Way[] = [
  { path: '/lists', name: 'Lists' },
  { path: '/widgets', name: 'Widgets', starts: 'Set up' },
  { path: '/settings', name: 'Settings' },
  { path: '/keys', name: 'API keys', needs: 'admin', starts: 'Developers' },
  { path: '/reference', name: 'API reference' },
]
