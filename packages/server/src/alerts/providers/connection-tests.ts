/** Tests a connection on demand and shows the merchant the other side's answer. */
import { badField } from '@heartbell/contract/errors'
import { webhookNames } from '@heartbell/contract/names'
import { unknownWebhook } from '@heartbell/contract/refusals'
import { sendWebhook } from '../../channels/webhook.ts'
import type { Sql } from '../../database/connect.ts'
import { integrationTypes } from '../../domain/integrations/integration-types/all-types.ts'
import type { CheckResult, Integration } from '../../domain/integrations/integrations.ts'
import { newId } from '../../domain/secrets/ids.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { writeBody } from '../../domain/webhooks/events.ts'
import { findSecrets, listWebhooks } from '../../domain/webhooks/webhook-endpoints.ts'
import { isLoopbackAddress, isPublicAddress } from '../../net/addresses.ts'
import { BlockedRequest, readTarget } from '../../net/safe-fetch.ts'
import { signDue } from '../outgoing/webhooks.ts'
import { type ChannelContext, openIntegration } from './integration-channels.ts'

export type ConnectionTest = (integration: Integration) => Promise<CheckResult>

/** `others`: by type, for integrations without a channel (platforms, feeds). */
export function makeConnectionTests(
  sql: Sql,
  vault: Vault,
  context: ChannelContext,
  others: Readonly<Record<string, ConnectionTest>> = {},
) {
  return {
    integration: async (integration: Integration): Promise<CheckResult> =>
      Object.hasOwn(others, integration.kind)
        ? await others[integration.kind]!(integration)
        : await probe(integration, context),

    webhook: async (storeId: number, endpointId: string): Promise<CheckResult> => {
      const endpoint = (await listWebhooks(sql, storeId)).find((one) => one.endpointId === endpointId)
      if (!endpoint) throw unknownWebhook()
      const secrets = await findSecrets(sql, vault, storeId, endpointId)
      const body = writeBody('webhook.test', new Date().toISOString(), { message: 'A test from Heartbell.' })
      return await sendWebhook(
        context.fetch,
        signDue({ url: endpoint.url, eventId: newId(), body, secrets }, Date.now()),
      )
    },

    allowsLoopback: context.allowLoopback,

    /** Refuses at once what can never work. A host name is checked when it is called. */
    refuseAddress: (url: string): void => {
      const isAllowed = (address: string) =>
        isPublicAddress(address) || (context.allowLoopback && isLoopbackAddress(address))
      try {
        readTarget(url, isAllowed)
      } catch (error) {
        if (error instanceof BlockedRequest) throw badField([webhookNames.url], `can’t be called: ${error.message}`)
        throw error
      }
    },
  }
}

async function probe(integration: Integration, context: ChannelContext): Promise<CheckResult> {
  const opened = openIntegration(integration, context)
  if (!opened?.channel.check) {
    const title = integrationTypes.get(integration.kind)?.title ?? integration.kind
    return { ok: true, says: `${title} calls us; there is nothing to ask before it does.` }
  }
  try {
    return await opened.channel.check()
  } finally {
    opened.channel.close()
  }
}
