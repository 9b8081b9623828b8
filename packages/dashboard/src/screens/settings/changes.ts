/** What differs between the values before and after an act. */
export type Change = { word: string; before: unknown; after: unknown }
type Values = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Values inside of values count by themselves (`rule.days`). A side that is undefined had or has no such value. */
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
