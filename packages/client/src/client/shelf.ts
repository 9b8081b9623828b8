/** What the browser keeps for us between pages and shares with other tabs; memory where storage is full or forbidden. */

/** The part of `localStorage` that is used. */
export type Area = Pick<Storage, 'getItem' | 'setItem'>

export type Shelf = {
  prefix: string
  take<T>(name: string): T | null
  put(name: string, value: unknown): void
}

/** Asking for the area may throw by itself (blocked storage), so it is asked for each time, inside the guard. */
export function openShelf(prefix: string, area: () => Area = () => localStorage): Shelf {
  const memory: Record<string, string> = {}
  return {
    prefix,
    take: (name) => {
      try {
        return JSON.parse(memory[name] ?? (area().getItem(prefix + name) as string))
      } catch {
        return null
      }
    },
    put: (name, value) => {
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
