/** Routes of a store's integrations. */
import * as words from '@heartbell/contract/integrations'
import { unknownIntegration } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { integrationSaved } from '../../../domain/integrations/audit-integrations.ts'
import { hookPath } from '../../../domain/integrations/hook-addresses.ts'
import { integrationTypes } from '../../../domain/integrations/integration-types/all-types.ts'
import { kindOf, showValues } from '../../../domain/integrations/integration-values.ts'
import {
  connectIntegration,
  disconnectIntegration,
  findIntegration,
  type Integration,
  listIntegrations,
  recordCheck,
} from '../../../domain/integrations/integrations.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'
import { bindStoreAct, bindStoreProbe } from '../../plumbing/bind-audited.ts'

export function integrationRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.fetchIntegrations, async ({ storeId }, { sql }) => {
    const all = await listIntegrations(sql, context.vault, storeId)
    return words.integrations.write({ integrations: all.map((one) => show(one, context)) })
  })

  bindStoreAct(
    app,
    context,
    words.saveIntegration,
    async (store, { sql, fields: { kind, settings = {}, enabled } }) => {
      const before = await findIntegration(sql, context.vault, store.storeId, kindOf(kind).kind)
      const saved = await connectIntegration(sql, context.vault, store, { kind, values: settings, enabled })
      return { answer: show(saved, context), entry: integrationSaved(before, saved, Object.keys(settings)) }
    },
  )

  bindStoreAct(app, context, words.deleteIntegration, async ({ storeId }, { sql, fields: { kind } }) => {
    const isGone = await disconnectIntegration(sql, storeId, kindOf(kind).kind)
    return { answer: words.deletion.write({ deleted: isGone ? 1 : 0 }), entry: isGone ? { facts: { kind } } : null }
  })

  bindStoreProbe(app, context, words.testIntegration, async ({ storeId }, { sql, fields: { kind } }) => {
    const found = await findIntegration(sql, context.vault, storeId, kindOf(kind).kind)
    if (!found) throw unknownIntegration(kind)
    const { ok, says } = await context.probes.integration(found)
    await recordCheck(sql, found, { ok, says })
    return { answer: words.checkAnswer.write({ ok, message: says }), entry: { facts: { kind, ok } } }
  })
}

function show(integration: Integration, { publicUrl }: AppContext): Record<string, unknown> {
  const kind = integrationTypes.get(integration.kind)
  return words.integration.write({
    ...integration,
    title: kind?.title ?? integration.kind,
    settings: showValues(integration.kind, integration.values),
    hookUrl: kind?.hook ? publicUrl() + hookPath(integration) : null,
    checkedAt: integration.checkedAt?.getTime() ?? null,
    createdAt: integration.createdAt.getTime(),
    updatedAt: integration.updatedAt.getTime(),
  })
}
