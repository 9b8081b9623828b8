/** Calls an action with the files that changed, one call at a time: changes during it are the next call's. */
import { join } from 'node:path'

export type Watched = { folders: string[]; act: (files: string[]) => Promise<void> }

/** Vite's own watcher, which works the same on Linux and macOS. */
type Watcher = {
  add(paths: string[]): unknown
  on(event: 'all', listener: (event: string, path: string) => void): unknown
}

/** An editor that saves several files, or a branch that is checked out, is one change. */
const QUIET = 80

/** Returns how to stop: resolves when no action runs any more. */
export function watchFolders(watcher: Watcher, all: Watched[]): () => Promise<unknown> {
  const queues = all.map(({ folders, act }) => ({ folders, ...collect(act) }))
  watcher.on('all', (_, path) => {
    for (const { folders, add } of queues) if (folders.some((folder) => path.startsWith(join(folder, '/')))) add(path)
  })
  watcher.add(all.flatMap(({ folders }) => folders))
  return () => Promise.all(queues.map(({ stop }) => stop()))
}

function collect(act: Watched['act']) {
  const files = new Set<string>()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const run = () => {
    running = running.then(async () => {
      const changed = [...files]
      files.clear()
      if (changed.length > 0 && !isStopped) await act(changed)
    })
  }
  return {
    add(path: string) {
      files.add(path)
      clearTimeout(timer)
      timer = setTimeout(run, QUIET)
    },
    stop() {
      isStopped = true
      return running
    },
  }
}
