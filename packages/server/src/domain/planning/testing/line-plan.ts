/** The model of planning: joins those who take any variant, then serves the line from its head. */
import {
  inLine,
  type LineWorld,
  type ModelRow,
  type ModelVariant,
  openOffer,
  rowOf,
  unitsOf,
  unitsOffered,
  variants,
} from './line-model.ts'

/** Plans both lines until nothing is due. */
export function planModel(world: LineWorld): void {
  world.considered = []
  while (variants.some((variant) => world.lines[variant].isDue))
    for (const variant of variants)
      while (world.lines[variant].isDue) {
        world.lines[variant].isDue = false
        planLine(world, variant)
      }
}

function planLine(world: LineWorld, variant: ModelVariant): void {
  const line = world.lines[variant]
  for (const row of inLine(world, variant)) {
    const offer = openOffer(row)
    if (!offer?.isOver) continue
    offer.closedBy = 'lapsed'
    if (row.status === 'told') row.status = 'waiting'
    withhold(row)
    line.isDue = true
  }
  if (line.round === 0 || line.stock < world.minStock) return
  join(world, variant)
  if (world.pacing === 'offers') serve(world, variant)
  else serveEveryone(world, variant)
  const { round } = line
  const missed = inLine(world, variant).filter((row) => row.status === 'waiting' && !row.messages.has(round))
  world.considered.push(...missed.filter((row) => !row.offers.has(round)).map((row) => ({ row, round })))
}

const withhold = (row: ModelRow) => {
  for (const [round, message] of row.messages) if (message === 'due') row.messages.set(round, 'withheld')
}

/** Whoever waits longest first: open to anything but an offer of this round that was used up. */
function serve(world: LineWorld, variant: ModelVariant): void {
  const { round } = world.lines[variant]
  let free = unitsOf(world, variant) - unitsOffered(world, variant)
  for (const row of inLine(world, variant)) {
    if (row.status !== 'waiting' || row.holdout.isHeld || openOffer(row) || row.quantity > free) continue
    const past = row.offers.get(round)
    if (past && (past.closedBy !== 'withdrawn' || past.isOver)) continue
    free -= row.quantity
    if (!past && holdOut(world, row)) {
      row.holdout.kept = { closedBy: null, quantity: row.quantity, isOver: false }
      world.openings.push(row.holdout.kept)
      continue
    }
    const offer = past ?? { closedBy: null, quantity: 0, isOver: false }
    Object.assign(offer, { closedBy: null, quantity: row.quantity })
    if (!past) world.openings.push(offer)
    row.offers.set(round, offer)
    Object.assign(row, { status: 'told', isLate: false })
    if (row.messages.get(round) !== 'sent') row.messages.set(round, 'due')
    world.lines[variant].willLapse = true
  }
}

/** Drawn once, when the turn comes first. */
function holdOut(world: LineWorld, row: ModelRow): boolean {
  const { holdout } = row
  if (world.holdout === null || holdout.isDrawn) return false
  holdout.isDrawn = true
  if (!world.isHeldOut(row)) return false
  Object.assign(holdout, { isHeld: true, wasHeld: true })
  row.isLate = true
  world.lines[row.variant].willReveal = true
  return true
}

function serveEveryone(world: LineWorld, variant: ModelVariant): void {
  const line = world.lines[variant]
  for (const row of inLine(world, variant)) {
    if (row.status !== 'waiting' || row.holdout.isHeld) continue
    const isBefore = row.place <= line.startedAt || row.holdout.wasHeld
    const isTurn = line.isOver ? row.isLate && isBefore && !line.soldOutSince : true
    if (!isTurn || holdOut(world, row)) continue
    if (line.isOver) row.isLate = false
    if (!row.messages.has(line.round)) row.messages.set(line.round, 'due')
  }
  line.isOver = true
}

/** Those who take any variant come into the line of the one that is back, one for each person. */
function join(world: LineWorld, variant: ModelVariant): void {
  const { round } = world.lines[variant]
  const joined = new Set<string>()
  for (const row of [...world.rows].sort((a, b) => a.place - b.place)) {
    if (!row.any || row.status !== 'waiting' || row.holdout.isHeld || row.variant === variant || joined.has(row.name))
      continue
    if ([...row.messages.values()].includes('due')) continue
    const existing = rowOf(world, row.name, variant)
    const isFree = !existing || (existing.status !== 'waiting' && !existing.messages.has(round) && !isOffered(existing))
    if (!isFree) continue
    joined.add(row.name)
    const asked = row.asked ?? row.variant
    const place = { asked: asked === variant ? null : asked, isLate: true }
    if (!existing) Object.assign(row, { variant, ...place })
    else {
      Object.assign(existing, { ...place, status: 'waiting', place: row.place, quantity: row.quantity, any: true })
      Object.assign(row, { status: 'left', was: null })
    }
  }
}

const isOffered = (row: ModelRow) => row.status === 'told' && openOffer(row)?.isOver === false
