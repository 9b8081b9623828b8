/** Links from mails, misused: another person's, another store's, truncated, forged, and of one type used as another. */
import type { Call } from '../probe-sender.ts'
import type { ShopperData } from './victim.ts'

export type LinkProbe = { actor: string; route: string; call: Call }

const pages = {
  unsubscribe: '/u/',
  optOut: '/o/',
  click: '/c/',
  alerts: '/alerts/',
  confirm: '/alerts/confirm/',
} as const
type Kind = keyof typeof pages
const kinds = Object.keys(pages) as Kind[]

const acts = (alert: string) => [
  { act: 'stop' },
  { act: 'undo' },
  { act: 'leave', alert },
  { act: 'move', alert, variant: '7700102' },
  {},
]

const flipLast = (text: string) => text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')

type Hands = { victim: ShopperData; neighbour: ShopperData; home: ShopperData; prefix: string }

export function listLinkProbes({ victim, neighbour, home, prefix }: Hands): LinkProbe[] {
  const alert = victim.ids.subscription
  const visits = (actor: string, kind: Kind, link: string): LinkProbe[] => {
    const path = pages[kind] + link
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    return [
      { actor, route: `GET ${pages[kind]}:link`, call: { method: 'GET', path } },
      ...(kind === 'click' ? [] : acts(alert)).map((fields) => ({
        ...{ actor, route: `POST ${pages[kind]}:link` },
        call: {
          method: 'POST',
          path,
          headers: form,
          body: new URLSearchParams(fields as Record<string, string>).toString(),
        },
      })),
    ]
  }
  return kinds.flatMap((kind) => [
    ...visits('another person’s link', kind, neighbour.links[kind]),
    ...visits('a link of another store', kind, home.links[kind]),
    ...visits('a link of another store under this one’s name', kind, prefix + home.links[kind].slice(8)),
    ...visits('a forged link', kind, flipLast(victim.links[kind])),
    ...visits('a link with more at its end', kind, `${victim.links[kind]}AAAA`),
    ...visits('half a link', kind, victim.links[kind].slice(0, -6)),
    ...kinds
      .filter((other) => other !== kind)
      .flatMap((other) => visits('a link of another kind', kind, victim.links[other])),
  ])
}
