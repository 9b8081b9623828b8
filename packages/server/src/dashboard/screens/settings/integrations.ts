/** Integrations of a store: available types, settings, tests and recent calls. */
import { unknownIntegration } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { integrationSaved } from '../../../domain/integrations/audit-integrations.ts'
import { hookPath } from '../../../domain/integrations/hook-addresses.ts'
import { integrationTypes } from '../../../domain/integrations/integration-types/all-types.ts'
import type { IntegrationType } from '../../../domain/integrations/integration-types/integration-type.ts'
import { kindOf, showValues } from '../../../domain/integrations/integration-values.ts'
import {
  connectIntegration,
  disconnectIntegration,
  findIntegration,
  type Integration,
  listIntegrations,
  recordCheck,
} from '../../../domain/integrations/integrations.ts'
import { readRecentCalls } from '../../../domain/integrations/recent-calls.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { bindStore, bindStoreAct } from '../../plumbing/bind.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'

export function integrationRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql, vault, probes } = context
  bindStore(scope, context, 'GET /integrations', { needs: 'viewer' }, async ({ store }) => {
    const connected = await listIntegrations(sql, vault, store.storeId)
    return {
      kinds: [...integrationTypes.values()].map(showKind),
      connected: connected.map((one) => show(one, context)),
    }
  })

  const kind = z.string().max(40)
  bindStoreAct(scope, context, 'POST /integrations', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const before = await findIntegration(sql, vault, store.storeId, kindOf(fields.kind).kind)
    const saved = await connectIntegration(sql, vault, store, fields)
    return { answer: show(saved, context), act: integrationSaved(before, saved, Object.keys(fields.values)) }
  })

  const named = z.object({ kind })
  bindStoreAct(scope, context, 'POST /integrations/remove', { needs: 'admin' }, async ({ sql, store, fields }) => {
    const removed = await disconnectIntegration(sql, store.storeId, kindOf(fields.kind).kind)
    if (!removed) throw unknownIntegration(fields.kind)
    return { answer: { removed }, act: { act: 'integration-removed', facts: fields } }
  })

  const tryOut = async ({ store, fields }: { store: Store; fields: z.output<typeof named> }) => {
    const found = await findIntegration(sql, vault, store.storeId, kindOf(fields.kind).kind)
    if (!found) throw unknownIntegration(fields.kind)
    return { found, answer: await probes.integration(found) }
  }
  bindStoreAct(
    scope,
    context,
    'POST /integrations/test',
    { needs: 'admin', prepare: tryOut },
    async ({ sql, fields, prepared: { found, answer } }) => {
      await recordCheck(sql, found, answer)
      return { answer, act: { act: 'integration-tested', facts: { ...fields, ok: answer.ok } } }
    },
  )

  bindStore(scope, context, 'GET /integrations/calls', { needs: 'viewer' }, async ({ store, fields }) => ({
    rows: await readRecentCalls(sql, store, kindOf(fields.kind).kind),
  }))
}

const showKind = ({ kind, title, what, fields, hook }: IntegrationType) => ({
  kind,
  title,
  what,
  hook: hook ?? false,
  fields: Object.entries(fields).map(([name, field]) => ({
    name,
    what: field.what,
    secret: field.secret ?? false,
    required: field.required ?? false,
    initial: field.initial ?? null,
  })),
})

const show = (integration: Integration, { publicUrl }: DashboardContext) => {
  const { kind, values, enabled, checkedAt, checkResult, updatedAt } = integration
  return {
    kind,
    values: showValues(kind, values),
    enabled,
    checkedAt,
    checkResult,
    updatedAt,
    hookUrl: integrationTypes.get(kind)?.hook ? publicUrl() + hookPath(integration) : null,
  }
}
