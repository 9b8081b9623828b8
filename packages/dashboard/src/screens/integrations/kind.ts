/** Types of integrations and connections. */
export type Field = { name: string; what: string; secret: boolean; required: boolean; initial: string | null }
export type Kind = { kind: string; title: string; what: string; hook: boolean; fields: Field[] }
export type Connected = {
  kind: string
  values: Record<string, string>
  enabled: boolean
  checkedAt: string | null
  checkResult: string | null
  hookUrl: string | null
}
