/** When a subscription stood in which line, from what was recorded of it: the rounds of that time considered it. */

export type RecordedStep = { at: Date; step: string; reason: string; facts: Record<string, unknown> }

/** A time in which it waited for one variant; `to` is null while it lasts. */
export type WaitingSpell = { variantId: string; from: Date; to: Date | null }

const states = new Set(['unconfirmed', 'waiting', 'told', 'bought', 'left', 'expired', 'suppressed'])

/** An unsent message ends in the line again, unless the address must not be written to. */
function stateAfter({ step, reason }: RecordedStep): string | null {
  if (states.has(step)) return step
  const isUnsent = step === 'withheld' || (step === 'failed' && reason !== 'bounced')
  return isUnsent ? (reason === 'suppressed' ? 'suppressed' : 'waiting') : null
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** `notifiedAt`: when offers were opened and messages sent. `variantId`: the line it stands in now. */
export function waitingSpells(events: RecordedStep[], notifiedAt: Date[], variantId: string): WaitingSpell[] {
  const isMove = ({ reason, facts }: RecordedStep) => reason === 'moved' && textOf(facts.variantId) !== null
  const [firstMove] = events.filter(isMove)
  let variant = firstMove ? textOf(firstMove.facts.fromVariant) : variantId
  const changes = [
    ...events.map((event) => ({
      ...{ at: event.at, state: stateAfter(event), variant: isMove(event) ? textOf(event.facts.variantId) : null },
    })),
    ...notifiedAt.map((at) => ({ at, state: 'told', variant: null })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
  const spells: WaitingSpell[] = []
  let since: Date | null = null
  const end = (at: Date | null) => {
    if (since && variant) spells.push({ variantId: variant, from: since, to: at })
    since = null
  }
  for (const change of changes) {
    const waits = change.state === null ? since !== null : change.state === 'waiting'
    if (!waits || change.variant) end(change.at)
    if (change.variant) variant = change.variant
    if (waits && !since) since = change.at
  }
  end(null)
  return spells
}

/** A wish as it was then: a later change says what it was before. */
export function wishAt(
  name: 'quantity' | 'targetPrice',
  at: Date,
  events: RecordedStep[],
  now: number | null,
): number | null {
  const later = events.find((event) => event.at > at && name in (wasOf(event) ?? {}))
  if (!later) return now
  const value = wasOf(later)?.[name]
  return typeof value === 'number' ? value : null
}

const wasOf = ({ facts }: RecordedStep) =>
  typeof facts.was === 'object' ? (facts.was as Record<string, unknown> | null) : null
