/**
 * The folders of this package. Source, compiled modules and bundle (`src/database`, `dist/database`, `dist/program`) are all two
 * levels below the package, so this file must stay in a folder directly under `src`.
 */

/** The package: package.json, demo/, dist/. */
export const packageFolder = new URL('../../', import.meta.url)

/** The running code: src/ in tests, dist/ otherwise. */
export const programFolder = new URL('../', import.meta.url)
