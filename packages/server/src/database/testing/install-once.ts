/** For tests: installs an external program, one process at a time, because test files run in parallel. */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const lock = join(tmpdir(), 'heartbell-test-install.lock')

/**
 * Runs `install` while no other process installs. A process that waited checks `isThere` first. Synchronous, because some tests
 * decide during collection.
 */
export function installOnce(isThere: () => boolean, install: () => void): boolean {
  while (!isThere()) {
    if (acquire()) {
      try {
        if (!isThere()) install()
      } finally {
        rmSync(lock, { force: true })
      }
      return isThere()
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  return true
}

function acquire(): boolean {
  try {
    const file = openSync(lock, 'wx')
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch {
    if (isAbandoned()) rmSync(lock, { force: true })
    return false
  }
}

/** True when the process that created the lock was killed. An empty file was created a moment ago. */
function isAbandoned(): boolean {
  try {
    const owner = readFileSync(lock, 'utf8')
    if (owner !== '') process.kill(Number(owner), 0)
    return false
  } catch (error) {
    return (error as { code?: string }).code === 'ESRCH'
  }
}
