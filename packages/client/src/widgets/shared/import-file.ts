/** Loads a file of the client by its name. The build for pages replaces this module: there all files are in one folder. */
import type { Words } from './texts.ts'

export type Loaded = { words?: Words; install?(): void }

/** The folders of the widgets that have one. */
const folders: Record<string, string> = { drawer: 'list/', lists: 'lists/', share: 'share/', notify: 'notify/' }

/** `words/<group>/<language>`, or the name of a widget. */
export const importFile = (name: string): Promise<Loaded> => {
  const file = `../${folders[name] ?? ''}${name}.js`
  return import(file)
}
