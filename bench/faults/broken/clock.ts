/** The machine's clock jumps by a day, forward and back, while PostgreSQL's does not: nothing is sent early, no session ends. */
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openKnownWorld, until } from '../attacks/known/world.ts'
import type { Part } from './part.ts'

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`,
)

async function findLibrary(): Promise<string | null> {
  for (const path of libraries)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  return null
}

export const jumpingClock: Part = async (guard) => {
  const library = await findLibrary()
  if (!library) return { did: 'the clock could not be turned: install faketime', wrong: [], isUnknown: true }
  const folder = await mkdtemp(join(tmpdir(), 'heartbell-clock-'))
  const file = join(folder, 'offset')
  const turn = (offset: string) => writeFile(file, `${offset}\n`)
  await turn('+0')
  const env = {
    ...{
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // Read once a second: reading the file at every clock call would cost more than all the rest.
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  }
  const world = await openKnownWorld(env)
  const wrong: string[] = []
  try {
    const clockOf = async () => new Date((await world.call('/healthz')).headers.get('date') ?? 0).getTime()
    const settle = async (time: string) => {
      const body = JSON.stringify({ settings: { 'settle-time': time } })
      const { status } = await world.staff('/:store/settings', {
        body,
        headers: { 'content-type': 'application/json' },
      })
      if (status !== 200) wrong.push(`the setting answered ${status}`)
    }
    // Two subscribers wait for one unit that is reserved for two hours; another product must keep its stock for an hour.
    await world.sellOut('held', 'Held', ['first@shop.example', 'second@shop.example'])
    await world.stock('held', 1)
    await until(() => world.mailsTo('first@shop.example').length > 0)
    await settle('1h')
    for (const [offset, day] of [
      ['+86400', 1],
      ['-86400', -1],
      ['+0', 0],
    ] as const) {
      await turn(offset)
      await pause(3_000)
      const ahead = Math.round(((await clockOf()) - Date.now()) / 86_400_000)
      if (ahead !== day) wrong.push(`the server’s clock is ${ahead} days ahead and not ${day}`)
      const epi = `settle${day}`
      await world.sellOut(epi, 'Settles', [`${epi}@shop.example`])
      await world.stock(epi, 5)
      if (guard === 'early') {
        await world.sql`
          -- every store: the run has these two
          update triggers set created_at = created_at - interval '1 day'`
        await world.sql`
          -- every store: the run has these two
          update wakes set due_at = now()`
      }
      await pause(4_000)
      if (world.mailsTo(`${epi}@shop.example`).length > 0) wrong.push(`${offset}: notified before the stock was stable`)
      if (world.mailsTo('second@shop.example').length > 0)
        wrong.push(`${offset}: the next was notified while the unit was reserved`)
      const lists = await world.shopper('lists/fetch-lists', world.victim)
      if (lists.status !== 200) wrong.push(`${offset}: the shopper was signed out (${lists.status})`)
      const home = await world.staff('/me')
      if (home.status !== 200) wrong.push(`${offset}: staff was signed out (${home.status})`)
    }
    await settle('off')
    await world.sellOut('after', 'After', ['after@shop.example'])
    await pause(3_000)
    await world.stock('after', 1)
    await until(() => world.mailsTo('after@shop.example').length > 0)
    if (world.mailsTo('after@shop.example').length !== 1) wrong.push('after the jumps an alert was not sent')
    return { did: 'the clock jumped a day forth and back', wrong }
  } finally {
    await world.close()
    await rm(folder, { recursive: true })
  }
}
