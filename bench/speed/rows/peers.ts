/** Adds and fetches compared with other wishlist services on this machine, with the same clients. */

import { medusa } from '../../peers/medusa.ts'
import type { Opened, Peer } from '../../peers/peer.ts'
import { vendure } from '../../peers/vendure.ts'
import { runLoad } from '../../setup/load.ts'
import { type Amount, type Row, writeNumber } from '../../setup/report.ts'
import { firstNumber, type Shop } from '../../setup/shop.ts'
import { compare, type Ratio } from '../ratio.ts'
import { prepareAdds } from './add-item.ts'
import { crowdOf, prepareFetches } from './fetch-lists.ts'
import type { BenchRow, Pace } from './row.ts'

const bar = 10
/** As many clients as for us; fewer for reading, because each must first get its lists. */
const [adders, readers] = [32, 4]

export const knownPeers: Peer[] = [medusa, vendure]

export type Named = { peer: Peer; url: URL; key: string | undefined }

export const peerRows = (peers: Named[]): BenchRow[] => [
  {
    name: 'peer-add-item',
    what: 'adding one item, against other services on this machine (--peer)',
    measure: async (shop, pace) => {
      const ours = await prepareAdds(shop, firstNumber + 20_000)
      return await measureAll('peer-add-item', peers, shop, pace, ours, (named) => openAdding(named, pace))
    },
  },
  {
    name: 'peer-fetch-lists',
    what: 'fetching what a shopper saved, against other services on this machine (--peer)',
    measure: async (shop, pace) => {
      const ours = await prepareFetches(shop, firstNumber + 30_000, crowdOf(pace))
      return await measureAll('peer-fetch-lists', peers, shop, pace, ours, (named) => openFetching(named, pace))
    },
  },
]

/** One side: its rounds, and its description. */
type Contestant = { round: () => Promise<number>; says: string }

async function measureAll(
  name: string,
  peers: Named[],
  { server }: Shop,
  { clients, seconds, rounds }: Pace,
  next: () => string,
  open: (named: Named) => Promise<Contestant>,
): Promise<Row> {
  let refused = 0
  const ours = async () => {
    const loaded = await runLoad({ url: server.url, clients, seconds, next })
    refused += loaded.refused
    return loaded.rate
  }
  const found: { title: string; says: string; ratio: Ratio }[] = []
  const failed: string[] = []
  for (const named of peers) {
    const { title } = named.peer
    try {
      const { round, says } = await open(named)
      found.push({ title, says, ratio: await compare(rounds, ours, round) })
    } catch (error) {
      // An error of the other service is reported, and the rest is measured.
      failed.push(`${title} was NOT measured: ${(error as Error).message}`)
    }
  }
  // The bar is checked against the closest service.
  const [nearest] = [...found].sort((one, other) => one.ratio.ratio - other.ratio.ratio)
  const value = nearest?.ratio.ratio ?? null
  const detail = [
    ...found.map(({ title, says, ratio }) => tell(title, says, ratio)),
    `${clients} clients`,
    ...failed,
    ...(refused > 0 ? [`${refused} REFUSED`] : []),
  ].join('; ')
  const holds = value !== null && value >= bar && failed.length === 0 && refused === 0
  const figures = found.length > 0 && { figures: { unit: 'a second', amounts: amountsOf(found) } }
  return {
    name,
    value,
    unit: `× ${nearest?.title ?? 'peer'}`,
    bar: `≥ ${bar}`,
    holds,
    detail,
    ...figures,
  }
}

const tell = (title: string, says: string, { ratio, ours, limit, ratios }: Ratio) =>
  `${writeNumber(ours)}/s, ${title} ${writeNumber(limit)}/s (${says}): ${writeNumber(ratio)} ×, rounds ${ratios.map(writeNumber).join(' ')}`

function amountsOf(found: { title: string; ratio: Ratio }[]): Amount[] {
  const [first] = found
  return [
    { name: 'Heartbell', amount: first!.ratio.ours, rounds: first!.ratio.rounds.map(({ ours }) => ours) },
    ...found.map(({ title, ratio }) => ({
      name: title,
      amount: ratio.limit,
      rounds: ratio.rounds.map(({ limit }) => limit),
    })),
  ]
}

/** GraphQL responds with 200 for errors too; that would count in their favour. */
const isSuccess = (status: number) => status >= 200 && status < 300

async function load({ url }: Opened, { clients, seconds }: Pace, next: () => string | null, title: string) {
  const loaded = await runLoad({ url, clients, seconds, next, accepts: isSuccess })
  if (loaded.refused > loaded.answered / 100)
    throw new Error(`${title} refused ${loaded.refused} calls of ${loaded.refused + loaded.answered}.`)
  if (loaded.answered === 0)
    throw new Error(`${title} answered nothing within ${seconds} s: give it longer with --seconds.`)
  return loaded
}

async function openAdding({ peer, url, key }: Named, pace: Pace): Promise<Contestant> {
  const opened = await peer.open(url, { customers: adders, key })
  let likely = 500
  const round = async () => {
    const next = await opened.prepareAdds(likely * 2)
    const loaded = await load(opened, pace, next, peer.title)
    likely = Math.max(likely, loaded.answered)
    return loaded.rate
  }
  // The first round of a service is slower than the rest; ours is discarded as well.
  await round()
  return { round, says: 'one item' }
}

async function openFetching({ peer, url, key }: Named, pace: Pace): Promise<Contestant> {
  const opened = await peer.open(url, { customers: readers, key })
  const { next, says } = await opened.prepareFetches()
  const round = async () => (await load(opened, pace, next, peer.title)).rate
  await round()
  return { round, says }
}
