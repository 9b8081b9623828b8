/** Display names of roles, channels and topics. */
import type { Role } from './session.ts'

/** From the most to the least powerful. */
export const roleNames: Readonly<Record<Role, { name: string; about: string }>> = {
  owner: { name: 'Owner', about: 'Everything, including who the owners are.' },
  admin: { name: 'Admin', about: 'Settings, keys, team, privacy.' },
  marketer: { name: 'Marketer', about: 'Topics, templates, products, sending.' },
  viewer: { name: 'Read only', about: 'Can see everything and change nothing.' },
}

const channels: Record<string, string> = {
  email: 'E-mail',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  push: 'Push',
  webhook: 'Webhook',
}

export const mediumName = (medium: string) => channels[medium] ?? medium

const topics: Record<string, string> = {
  backinstock: 'Back in stock',
  comingsoon: 'Coming soon',
  pricedrop: 'Price drop',
  saveditems: 'Saved products',
}

/** Messages that any topic may send beside its own, each with templates of its own. */
export const messageNames: Record<string, { name: string; about: string }> = {
  'follow-up': { name: 'Follow-up', about: 'One more message to who was notified and did not buy; setting Follow-up.' },
}

/** Standard topics have a display name; a store's own topics are shown by their id. */
export const topicName = (topic: string) => topics[topic] ?? messageNames[topic]?.name ?? topic
