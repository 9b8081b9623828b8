/** The script tag of core.js, whose attributes are the settings. The build for pages replaces this module; an app has none. */
export const ownScript = undefined as HTMLScriptElement | null | undefined
