/**
 * Mends the database driver after installing: in postgres 3.4.9 a connection that is lost under load throws where nobody
 * can catch it, leaves its place in the pool dead, and lets the rest of a transaction run on the next connection, outside
 * of any transaction; a transaction that begins on a full connection is left open there, for others to write into; and when
 * no host of several answers it asks them for ever, without a rest (github.com/porsager/postgres: issues 1066, 1154, 1208; pull requests 1168, 1209).
 * connect.test.ts shows all of it; when it passes without this script, remove the script.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const mends = [
  {
    file: 'connection.js',
    why: 'what was waiting to be written died with the connection',
    from: `    incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
    to: `    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = errorResponse = null
    socket.removeListener('data', data)`,
  },
  {
    file: 'connection.js',
    why: 'queries sent between an error and the close would wait for ever',
    from: "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    to: "    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n    query = null\n",
  },
  {
    file: 'connection.js',
    why: 'a lost connection refuses instead of writing to nothing',
    from: `    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
    to: `    if (!socket)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true

    if (stream)
      return queryError(q, Errors.generic('COPY_IN_PROGRESS'`,
  },
  {
    file: 'connection.js',
    why: 'losing the connection while it learns the types is told by the close, not by a rejection nobody awaits',
    from: '        return fetchArrayTypes()\n',
    to: '        return fetchArrayTypes().catch(() => {})\n',
  },
  {
    file: 'connection.js',
    why: 'a transaction that begins where nothing more may be sent knows its connection, and does not stay open without an owner',
    from: `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))
`,
    to: `      const isOpen = write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
      return q.options.onexecute ? q.options.onexecute(connection) : isOpen
`,
  },
  {
    file: 'connection.js',
    why: 'of several hosts each is tried once, and whoever asked is told when none answers',
    from: `    if (connection.queue === queues.connecting && options.host[retries + 1])
      return

`,
    to: `    if (connection.queue === queues.connecting && options.host[retries + 1])
      return retries++

    retries = 0
`,
  },
  {
    file: 'index.js',
    why: 'a transaction remembers that its connection is gone',
    from: `        new Promise((_, reject) => connection.onclose = reject)
`,
    to: `        new Promise((_, reject) => connection.onclose = error => {
          lost = error
          while (queries.length)
            queries.shift().reject(error)
          reject(error)
        })
`,
  },
  {
    file: 'index.js',
    why: 'the same',
    from: '      , prepare = null\n',
    to: '      , prepare = null\n      , lost = null\n',
  },
  {
    file: 'index.js',
    why: 'and never goes on with the connection that took its place',
    from: `        q.catch(e => uncaughtError || (uncaughtError = e))
`,
    to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
`,
  },
]

const source = join(dirname(createRequire(import.meta.url).resolve('postgres')), '../../src')

for (const file of new Set(mends.map((mend) => mend.file))) {
  const path = join(source, file)
  const before = readFileSync(path, 'utf8')
  const after = mends.filter((mend) => mend.file === file).reduce(apply, before)
  if (after === before) continue
  writeFileSync(`${path}.mended`, after)
  renameSync(`${path}.mended`, path)
}

function apply(text, { file, from, to, why }) {
  if (text.includes(to)) return text
  if (text.split(from).length !== 2) throw new Error(`postgres/src/${file} is not the file to mend so that ${why}`)
  return text.replace(from, () => to)
}
