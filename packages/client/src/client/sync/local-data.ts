/** Data that the browser stores between pages and shares with other tabs; in memory if storage is full or forbidden. */

/** The part of `localStorage` that is used. */
export type Area = Pick<Storage, 'getItem' | 'setItem'>

export type LocalData = {
  prefix: string
  /** Undefined where storage is blocked. */
  read<T>(name: string): T | null | undefined
  write(name: string, value: unknown): void
}

/** What a JSON text says; nothing if it is none, or can't be read. */
export function parseJson<T>(read: () => string | null | undefined): T | undefined | null {
  try {
    return JSON.parse(read()!)
  } catch {}
}

/** Even reading `localStorage` may throw (blocked storage), so it is read inside `parseJson`. */
export function openLocalData(prefix: string, area: () => Area = () => localStorage): LocalData {
  const memory: Record<string, string> = {}
  return {
    prefix,
    read: (name) => parseJson(() => memory[name] ?? area().getItem(prefix + name)),
    write: (name, value) => {
      const text = JSON.stringify(value)
      try {
        area().setItem(prefix + name, text)
        delete memory[name]
      } catch {
        memory[name] = text
      }
    },
  }
}
