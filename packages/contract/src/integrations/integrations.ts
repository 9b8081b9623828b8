/** A store's integrations: message providers, shop platforms and feeds. */
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { jsonText, optional, requiredText, yesNo } from '../wire/fields.ts'
import { integrationNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'

/** Null or an empty text removes a setting; a setting that is not sent stays as it was. */
const changes = z.record(z.string().max(64), z.string().max(4000).nullable())

export const integration = resource(integrationNames, {
  kind: z.string(),
  title: z.string(),
  settings: z.record(z.string(), z.string()),
  enabled: z.boolean(),
  hookUrl: z.string().nullable(),
  checkedAt: z.number().nullable(),
  checkResult: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
})

export const integrations = resource(integrationNames, { integrations: z.array(integration.wire.strict()) })

const tag = 'Integrations'

export const fetchIntegrations = endpoint({
  method: 'GET',
  path: '/storeadmin/v3/integrations',
  auth: 'store',
  tag,
  summary: 'Fetch the store’s integrations; of secrets only the last characters',
  fields: resource(integrationNames, {}),
  answer: integrations.wire.strict(),
})

export const saveIntegration = endpoint({
  method: 'PUT',
  path: '/storeadmin/v3/integrations',
  auth: 'store',
  tag,
  act: 'integration-saved',
  summary: 'Create or change an integration',
  fields: resource(integrationNames, {
    kind: requiredText(64),
    settings: optional(jsonText(changes)),
    enabled: optional(yesNo),
  }),
  answer: integration.wire.strict(),
})

const named = resource(integrationNames, { kind: requiredText(64) })

export const deletion = resource(integrationNames, { deleted: z.int() })

export const deleteIntegration = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/integrations/delete',
  auth: 'store',
  tag,
  act: 'integration-removed',
  summary: 'Delete an integration',
  fields: named,
  answer: deletion.wire.strict(),
})

export const checkAnswer = resource(integrationNames, { ok: z.boolean(), message: z.string() })

export const testIntegration = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/integrations/test',
  auth: 'store',
  tag,
  act: 'integration-tested',
  summary: 'Test an integration; the answer contains the provider’s answer',
  fields: named,
  answer: checkAnswer.wire.strict(),
  reads: true,
  refusals: [[404, 'unknown-integration']],
})
