/** The roles of a team, in words; from the one who may most to the one who may least. */
import type { Role } from './session.ts'

export const roleNames: Readonly<Record<Role, { name: string; about: string }>> = {
  owner: { name: 'Owner', about: 'Everything, and who the owners are.' },
  admin: { name: 'Admin', about: 'Settings, keys, team, privacy.' },
  marketer: { name: 'Marketer', about: 'Topics, templates, products, sending.' },
  viewer: { name: 'Read only', about: 'Looks, and changes nothing.' },
}
