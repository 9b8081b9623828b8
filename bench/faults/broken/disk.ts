/** The disk is full: writes are refused, reads continue, and with space all works again; acknowledged writes exist. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { firstNumber, listIdOf, listNumber, openShop, seedCrowd, tokensOf } from '../../setup/shop.ts'
import { type Part, timeUntil } from './part.ts'

const run = promisify(execFile)
const megabytes = 400

export const brokenDisk: Part = async (guard) => {
  const folder = await mkdtemp(join(tmpdir(), 'heartbell-small-disk-'))
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  if (!isMounted) {
    await rm(folder, { recursive: true })
    const says = 'the disk could not be made full: run this as root on Linux, where a small file system may be mounted'
    return { did: says, wrong: [], isUnknown: true }
  }
  try {
    return await fillDisk(folder, guard)
  } finally {
    await run('umount', [folder])
    await rm(folder, { recursive: true })
  }
}

async function fillDisk(data: string, guard: string | undefined) {
  const shop = await openShop({ data, flags: ['--no-alerts'] })
  const wrong: string[] = []
  const acknowledged: number[] = []
  try {
    await seedCrowd(shop.sql, shop.store, { first: firstNumber, shoppers: 1, lists: 1, items: 0 })
    const lid = listIdOf(shop.store, listNumber(firstNumber))
    const tokens = tokensOf(shop.store, firstNumber)
    const path = (name: string) =>
      new URL(`/api/v3/lists/${name}?pid=${encodeURIComponent(shop.keys.pid)}`, shop.server.url)
    const post = (name: string, fields: Record<string, string>) =>
      fetch(path(name), { method: 'POST', body: new URLSearchParams({ ...tokens, lid, ...fields }) }).then(
        async (answer) => ({
          status: answer.status,
          text: await answer.text(),
          after: answer.headers.get('retry-after'),
        }),
        () => ({ status: 0, text: '', after: null }),
      )
    let next = 0
    const write = async () => {
      const epi = ++next
      const a = JSON.stringify([{ epi, empi: epi, du: `https://shop.example/${epi}`, note: 'n'.repeat(1900) }])
      const answer = await post('update-ctx', { a })
      if (answer.status === 200) acknowledged.push(epi)
      return answer
    }
    const isRead = async () => (await post('fetch-user-list', { limit: '1' })).status === 200
    for (let n = 0; n < 200; n++) await write()
    if (acknowledged.length !== 200) wrong.push(`${200 - acknowledged.length} of 200 writes were refused with room`)

    // Fills the disk at once and completely, as another program could.
    const ballast = join(data, 'ballast')
    await writeFile(ballast, Buffer.alloc(megabytes * 1024 * 1024)).catch(() => {})
    // PostgreSQL may still find space for some writes after a refusal; those that it acknowledges must exist.
    const isFull = async () => {
      for (let n = 0; n < 20; n++) if ((await write()).status !== 503) return false
      return true
    }
    const refused = await timeUntil(isFull, 20_000)
    if (refused === null) wrong.push('writes were not refused')
    for (let n = 0; n < 100; n++) {
      const answer = await write()
      if (answer.status !== 503 || answer.after === null || !/Nothing can be saved/.test(answer.text))
        wrong.push(`full: a write answered ${answer.status} ${answer.text.slice(0, 100)}`)
      if (!(await isRead())) wrong.push('full: a read was refused')
    }
    await rm(ballast)
    const back = await timeUntil(async () => (await write()).status === 200, 30_000)
    if (back === null) wrong.push('writes did not come back with the room')
    for (let n = 0; n < 100; n++) await write()
    if (guard === 'lose') await shop.sql`delete from items where store_id = ${shop.store.storeId} and variant_id = '7'`
    const rows = await shop.sql<{ variantId: string }[]>`
      select variant_id
      from items
      where store_id = ${shop.store.storeId}`
    const kept = new Set(rows.map(({ variantId }) => Number(variantId)))
    const lost = acknowledged.filter((epi) => !kept.has(epi)).length
    if (lost > 0) wrong.push(`${lost} acknowledged writes are lost`)
    const did = `disk full: writes refused after ${refused} ms, back ${back} ms after the room, ${acknowledged.length} acknowledged and ${lost} lost`
    return { did, wrong: [...new Set(wrong)] }
  } finally {
    await shop.close()
  }
}
