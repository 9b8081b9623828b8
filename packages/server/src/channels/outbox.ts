/** The built-in channel, for trying things out: the message stays where it is kept anyway, for the dashboard to show. */
import type { Channel } from './channel.ts'

export const openOutbox = (): Channel => ({
  send: async ({ messageId }) => ({ kind: 'sent', providerId: `outbox:${messageId}` }),
  close: () => {},
})
