/**
 * Loaded when files of different releases meet on a page: replaces the cached ones, and loads the page again if it has just been
 * opened. It uses no shared code, because that is what does not fit.
 */
import { ownScript } from './shared/own-script.ts'

/** Milliseconds. Later, a reload would surprise the reader; the next page has the new files. */
const YOUNG = 10_000

const mark = 'heartbell-renewed'

export async function renew(release: string): Promise<void> {
  console.warn(
    'Heartbell: files of different releases on one page. The cached ones are replaced; use one version in all tags.',
  )
  const core = ownScript?.src ?? ''
  const folder = core.slice(0, core.lastIndexOf('/') + 1)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const files = new Set(loaded.filter((name) => folder && name.startsWith(folder)))
  // the whole body, because a reload stops a download, and the cache keeps the old file then
  const replace = async (file: string) => (await fetch(file, { cache: 'reload' })).arrayBuffer()
  await Promise.all([...files].map((file) => replace(file).catch(() => {})))
  const isTyping = document.activeElement?.matches('input, textarea, select, [contenteditable]')
  if (performance.now() < YOUNG && !isTyping && isFirst(release)) location.reload()
}

/** Once a visit and release: a page whose tags name two versions does not reload again and again. */
function isFirst(release: string): boolean {
  try {
    const last = sessionStorage.getItem(mark)
    sessionStorage.setItem(mark, release)
    return last !== release
  } catch {
    return false
  }
}
