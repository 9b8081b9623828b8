/** How changes of webhook endpoints and integrations stand in the audit trail: with everything but their secrets. */
import type { AuditAct } from '../audit/audit.ts'
import type { WebhookEndpoint } from './webhook-endpoints.ts'

/** Credentials also travel in the user and query parts of an address. */
function hideInUrl(url: string): string {
  if (!URL.canParse(url)) return '…'
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search ? '?…' : ''}`
}

const describe = ({ url, types, enabled }: WebhookEndpoint) => ({ url: hideInUrl(url), types, enabled })

export const webhookSaved = (before: WebhookEndpoint | undefined, after: WebhookEndpoint): AuditAct => ({
  act: 'webhook-saved',
  facts: { endpointId: after.endpointId, url: hideInUrl(after.url) },
  before: before ? describe(before) : null,
  after: describe(after),
})
