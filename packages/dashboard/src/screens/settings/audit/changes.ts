/** The differences between the values before and after an act. */
export type Change = { word: string; before: unknown; after: unknown }
type Values = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Nested values are compared one by one (`rule.days`). An undefined side means that the value did not exist. */
export function findChanges(before: Values | null, after: Values | null, path = ''): Change[] {
  const words = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...words].flatMap((key) => {
    const [was, is] = [before?.[key], after?.[key]]
    const word = path + key
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    if ((isPlain(was) || was === undefined) && (isPlain(is) || is === undefined))
      return findChanges(was ?? null, is ?? null, `${word}.`)
    return [{ word, before: was, after: is }]
  })
}
