/** How a changed integration stands in the audit trail: its plain values before and after, of secrets only which were given. */
import type { AuditAct } from '../audit/audit.ts'
import { integrationTypes } from './integration-types/all-types.ts'
import type { Integration } from './integrations.ts'

export function integrationSaved(before: Integration | null, after: Integration, given: string[]): AuditAct {
  const fields = integrationTypes.get(after.kind)?.fields ?? {}
  const describe = ({ values, enabled }: Integration) => ({
    enabled,
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        field.secret ? [] : [[name, (values as Record<string, unknown>)[name] ?? null]],
      ),
    ),
  })
  return {
    act: 'integration-saved',
    facts: { kind: after.kind, given, enabled: after.enabled },
    before: before ? describe(before) : null,
    after: describe(after),
  }
}
