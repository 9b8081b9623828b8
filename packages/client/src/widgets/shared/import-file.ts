/** Loads a file of the client by its name. The build for pages replaces this module: there all files are in one folder. */
import type { Words } from './texts.ts'

/** Beside `words`: texts of another way to address the shopper, by the value of `data-address`. */
export type Loaded = { words?: Words; install?(): void; [address: string]: unknown }

let modules: Record<string, () => Promise<Loaded>> = {}

/** Given by `start()`, and not imported here: the modules import the kit, which imports this file. */
export const provideModules = (given: typeof modules): void => {
  modules = given
}

/** `words/<group>/<language>`, or the name of a widget. */
export const importFile = async (name: string): Promise<Loaded> => {
  const load = modules[name]
  if (!load) throw new Error(`Heartbell has no file ${name}: call start() of @heartbell/client first.`)
  return await load()
}
