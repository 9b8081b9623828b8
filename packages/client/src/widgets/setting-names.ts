/** The names of all settings, as in `data-sign-in` → `signIn`, and which of them a misspelt one means. */

const inApps = ['store', 'api', 'identity', 'lang', 'address', 'currency', 'compat', 'deviceOnly', 'sms', 'whatsapp']

/** `lists` and `sharedPage` are for scripts of the older API family. */
export const settingNames: string[] = [...inApps, 'signIn', 'shareUrl', 'lists', 'sharedPage']

/** How many letters must be changed, added or removed. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [place, wanted] of [...other].entries())
      next.push(Math.min(row[place + 1]! + 1, next[place]! + 1, row[place]! + (letter === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** Undefined if none is near. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.toLowerCase().replaceAll('-', '')
  const [best] = names
    .map((name) => ({ name, far: distance(plain(given), plain(name)) }))
    .sort((one, other) => one.far - other.far)
  return best && best.far <= 2 && best.far < plain(given).length - 1 ? best.name : undefined
}
