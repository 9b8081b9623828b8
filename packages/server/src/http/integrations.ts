/** What a store is connected to, over HTTP. */
import * as words from '@heartbell/contract/integrations'
import { unknownIntegration } from '@heartbell/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { hookPath } from '../domain/hook-addresses.ts'
import { kindOf, showValues } from '../domain/integration-values.ts'
import {
  connectIntegration,
  disconnectIntegration,
  findIntegration,
  type Integration,
  listIntegrations,
  noteCheck,
} from '../domain/integrations.ts'
import { kinds } from '../domain/kinds/all.ts'
import { bindStore } from './bind.ts'
import type { Rooms } from './rooms.ts'

export function integrationRoutes(app: FastifyInstance, rooms: Rooms): void {
  bindStore(app, rooms, words.fetchIntegrations, async ({ storeId }, { sql }) => {
    const all = await listIntegrations(sql, rooms.vault, storeId)
    return words.integrations.write({ integrations: all.map((one) => show(one, rooms)) })
  })

  bindStore(app, rooms, words.saveIntegration, async (store, { sql, fields: { kind, settings = {}, enabled } }) =>
    show(await connectIntegration(sql, rooms.vault, store, { kind, values: settings, enabled }), rooms),
  )

  bindStore(app, rooms, words.deleteIntegration, async ({ storeId }, { sql, fields: { kind } }) => {
    const isGone = await disconnectIntegration(sql, storeId, kindOf(kind).kind)
    return words.deletion.write({ deleted: isGone ? 1 : 0 })
  })

  bindStore(app, rooms, words.testIntegration, async ({ storeId }, { sql, fields: { kind } }) => {
    const found = await findIntegration(sql, rooms.vault, storeId, kindOf(kind).kind)
    if (!found) throw unknownIntegration(kind)
    const { ok, says } = await rooms.probes.integration(found)
    await noteCheck(sql, found, { ok, says })
    return words.checkAnswer.write({ ok, message: says })
  })
}

function show(integration: Integration, { publicUrl }: Rooms): Record<string, unknown> {
  const kind = kinds.get(integration.kind)
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
