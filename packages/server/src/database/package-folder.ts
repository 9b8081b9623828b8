/**
 * Where this package lies on the disk. The source, the compiled modules and the joined program (`src/database`, `dist/database`,
 * `dist/program`) are all two folders below it, so this file must stay in a folder directly under `src`.
 */

/** The package: package.json, demo/, dist/. */
export const packageFolder = new URL('../../', import.meta.url)

/** The code that runs: src/ in tests, dist/ otherwise. */
export const programFolder = new URL('../', import.meta.url)
