/** The values of an integration: checked against its kind, and shown without giving a secret away. */
import { Refusal } from '@heartbell/contract/errors'
import { integrationTypes } from './integration-types/all-types.ts'
import type { IntegrationType, Values } from './integration-types/integration-type.ts'

/** Null or an empty text removes a value. */
export type ValueChanges = Readonly<Record<string, string | null>>

export function kindOf(name: string): IntegrationType {
  const kind = integrationTypes.get(name)
  if (kind) return kind
  throw new Refusal('bad-request', 'invalid-kind', `kind must be one of: ${[...integrationTypes.keys()].join(', ')}.`)
}

const badValue = (name: string, says: string) => new Refusal('bad-request', `invalid-${name}`, `${name} ${says}.`)

/** All values are valid, or none is saved. */
export function checkValues({ kind, fields, rule }: IntegrationType, before: Values, changes: ValueChanges): Values {
  const after: Record<string, string> = { ...before }
  for (const [name, given] of Object.entries(changes)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field)
      throw new Refusal(
        'bad-request',
        'unknown-setting',
        `${name} is not a setting of ${kind}; there are: ${Object.keys(fields).join(', ')}.`,
      )
    const text = given?.trim() ?? ''
    if (text === '') delete after[name]
    else if (field.allows(text)) after[name] = text
    else throw badValue(name, field.says)
  }
  for (const [name, { required, initial }] of Object.entries(fields)) {
    if (after[name] === undefined && initial !== undefined) after[name] = initial
    if (after[name] === undefined && required) throw badValue(name, 'is required')
  }
  const wrong = rule?.(after)
  if (wrong) throw new Refusal('bad-request', 'invalid-settings', wrong)
  return after
}

/** Of a secret only its end, and only where that gives little away. */
export function showValues(kind: string, values: Values): Record<string, string> {
  const fields = integrationTypes.get(kind)?.fields ?? {}
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      // What no kind knows any more may have been a secret once.
      const isSecret = fields[name]?.secret ?? !Object.hasOwn(fields, name)
      return [name, isSecret ? `…${value.length >= 16 ? value.slice(-4) : ''}` : value]
    }),
  )
}
