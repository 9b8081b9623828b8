/**
 * What “first come, first served” means, without cursors, batches or flags: whenever a line is planned, everybody able to be
 * notified is served in the order of their places. Tests compare the database with it. Two variants of one product.
 */

export type ModelVariant = 'A' | 'B'

export type ModelOffer = {
  closedBy: 'lapsed' | 'withdrawn' | 'declined' | 'bought' | null
  quantity: number
  isOver: boolean
}

/** One subscription: what one person asked for of one variant. */
export type ModelRow = {
  name: string
  variant: ModelVariant
  /** Any variant: the one asked for, while it stands in the line of the other. */
  asked: ModelVariant | null
  any: boolean
  status: 'unconfirmed' | 'waiting' | 'told' | 'bought' | 'left'
  quantity: number
  /** The place in line; an import has one before all others. */
  place: number
  /** Came behind planning: pacing `everyone` notifies them after the round is over. */
  isLate: boolean
  /** What it was when its owner removed it: taken back, it goes on so. */
  was: 'unconfirmed' | 'waiting' | null
  /** By round. */
  offers: Map<number, ModelOffer>
  messages: Map<number, 'due' | 'sent' | 'withheld'>
  /** The database's id, which decides the draw. */
  id: string
  holdout: ModelHoldout
}

/** `kept`: the units kept for it, in the order of offers. */
export type ModelHoldout = { isDrawn: boolean; isHeld: boolean; wasHeld: boolean; kept: ModelOffer | null }

const notDrawn = (): ModelHoldout => ({ isDrawn: false, isHeld: false, wasHeld: false, kept: null })

type ModelLine = {
  stock: number
  /** 0: none yet. */
  round: number
  startedAt: number
  isOver: boolean
  soldOutSince: boolean
  /** Something happened that planning must look at. */
  isDue: boolean
  /** Held-out people of the line are notified some day. */
  willReveal: boolean
  /** An offer of the line lapses some day. */
  willLapse: boolean
}

export type LineWorld = {
  pacing: 'offers' | 'everyone'
  ratio: number
  minStock: number
  doubleOptIn: boolean
  /** The share that is held out. */
  holdout: number | null
  isHeldOut: (row: ModelRow) => boolean
  rows: ModelRow[]
  lines: Record<ModelVariant, ModelLine>
  places: number
  rounds: number
  openings: ModelOffer[]
  /** Who was considered in a round and not notified, by the last planning: they need a reason. */
  considered: { row: ModelRow; round: number }[]
}

const newLine = (): ModelLine => ({
  ...{ stock: 0, round: 0, startedAt: 0, isOver: false, soldOutSince: false, isDue: false, willLapse: false },
  willReveal: false,
})

export type LineSettings = Pick<LineWorld, 'pacing' | 'ratio' | 'minStock' | 'doubleOptIn' | 'holdout'>

export const newLineWorld = (settings: LineSettings, isHeldOut: LineWorld['isHeldOut']): LineWorld => ({
  ...{
    ...settings,
    isHeldOut,
    rows: [],
    lines: { A: newLine(), B: newLine() },
    places: 0,
    rounds: 0,
    openings: [],
    considered: [],
  },
})

export const variants = ['A', 'B'] as const
const other = (variant: ModelVariant): ModelVariant => (variant === 'A' ? 'B' : 'A')

export const rowOf = (world: LineWorld, name: string, variant: ModelVariant) =>
  world.rows.find((row) => row.name === name && row.variant === variant)

export const openOffer = (row: ModelRow) => [...row.offers.values()].find(({ closedBy }) => closedBy === null)

const holdsOffer = (row: ModelRow) => row.status === 'told' && openOffer(row)?.isOver === false

const hasEnded = (row: ModelRow) => ['told', 'bought', 'left'].includes(row.status) && !holdsOffer(row)

const wake = (world: LineWorld, variant: ModelVariant) => {
  if (world.lines[variant].round > 0) world.lines[variant].isDue = true
}

function close(row: ModelRow, by: 'lapsed' | 'withdrawn' | 'declined' | 'bought'): boolean {
  const offer = openOffer(row)
  if (!offer) return false
  offer.closedBy = by
  if (row.status === 'told') row.status = 'waiting'
  for (const [round, message] of row.messages)
    if (row.offers.get(round) === offer && message === 'due') row.messages.set(round, 'withheld')
  return true
}

/** Nothing is kept for it any more. */
function giveUp(world: LineWorld, row: ModelRow): void {
  if (row.holdout.kept) wake(world, row.variant)
  row.holdout.kept = null
}

const newRow = () => ({ offers: new Map(), messages: new Map(), id: '', holdout: notDrawn() })

type Request = { name: string; variant: ModelVariant; quantity: number; any: boolean }

/** Asking again while it waits keeps the place. */
export function ask(world: LineWorld, { name, variant, quantity, any }: Request): void {
  const goesOn = ({ status }: ModelRow) => status === 'unconfirmed' || status === 'waiting'
  const direct = rowOf(world, name, variant)
  const moved = world.rows.find((row) => row.name === name && row.asked === variant && goesOn(row))
  const isMoved = moved !== undefined && !(direct && goesOn(direct))
  const row = isMoved ? moved : direct
  const asked = isMoved ? variant : null
  if (row && !hasEnded(row)) {
    Object.assign(row, { quantity, any: row.any || any, asked })
    return
  }
  const status = world.doubleOptIn ? 'unconfirmed' : 'waiting'
  const fresh = { status, quantity, any, asked, place: ++world.places, isLate: false } as const
  if (!row) world.rows.push({ name, variant, was: null, ...newRow(), ...fresh })
  else {
    close(row, 'lapsed')
    Object.assign(row, fresh)
    Object.assign(row.holdout, { isHeld: false, wasHeld: false })
  }
}

/** Only who has no subscription for it yet. Place: before everybody who signed up here. */
export function importRow(world: LineWorld, request: Omit<Request, 'any'>, place: number): void {
  if (rowOf(world, request.name, request.variant)) return
  const isLate = world.lines[request.variant].round > 0
  const row = { ...request, asked: null, any: false, status: 'waiting', place, isLate, was: null } as const
  world.rows.push({ ...row, ...newRow() })
  wake(world, request.variant)
}

function startLate(world: LineWorld, row: ModelRow): void {
  row.isLate = true
  if (row.status !== 'waiting') return
  wake(world, row.variant)
  if (row.any) wake(world, other(row.variant))
}

export function confirm(world: LineWorld, name: string): void {
  for (const row of world.rows.filter((row) => row.name === name && row.status === 'unconfirmed')) {
    row.status = 'waiting'
    startLate(world, row)
  }
}

export function leave(world: LineWorld, row: ModelRow): void {
  if (!['unconfirmed', 'waiting', 'told'].includes(row.status)) return
  row.was = row.status === 'unconfirmed' ? 'unconfirmed' : 'waiting'
  row.status = 'left'
  giveUp(world, row)
  if (close(row, 'declined')) wake(world, row.variant)
  for (const [round, message] of row.messages) if (message === 'due') row.messages.set(round, 'withheld')
}

export function comeBack(world: LineWorld, row: ModelRow): void {
  if (row.status !== 'left' || row.was === null) return
  row.status = row.was
  startLate(world, row)
}

export function move(world: LineWorld, row: ModelRow): void {
  if (row.status !== 'unconfirmed' && row.status !== 'waiting') return
  const to = other(row.variant)
  const existing = rowOf(world, row.name, to)
  giveUp(world, row)
  for (const [round, message] of row.messages) if (message === 'due') row.messages.set(round, 'withheld')
  if (!existing) {
    Object.assign(row, { variant: to, asked: null })
    Object.assign(row.holdout, { isHeld: false, wasHeld: false })
    startLate(world, row)
    return
  }
  const goesOn = existing.status === 'unconfirmed' || existing.status === 'waiting' || holdsOffer(existing)
  existing.place = goesOn ? Math.min(existing.place, row.place) : row.place
  existing.asked = null
  if (!holdsOffer(existing)) existing.status = 'waiting'
  Object.assign(row, { status: 'left', was: null })
  startLate(world, existing)
}

export function buy(world: LineWorld, name: string, variant: ModelVariant): void {
  if (world.pacing === 'offers') wake(world, variant)
  const row = rowOf(world, name, variant)
  if (row && (row.status === 'waiting' || row.status === 'told')) {
    row.status = 'bought'
    giveUp(world, row)
    close(row, 'bought')
    // A late purchase counts too, and a round offers no shopper again what they bought in it.
    const last = row.offers.get(Math.max(...row.offers.keys()))
    if (last) last.closedBy = 'bought'
    for (const [round, message] of row.messages) if (message === 'due') row.messages.set(round, 'withheld')
  }
}

export const unitsOf = ({ ratio, lines }: LineWorld, variant: ModelVariant) =>
  Math.floor(lines[variant].stock * ratio + 1e-9)

export const unitsOffered = (world: LineWorld, variant: ModelVariant) =>
  inLine(world, variant).reduce((sum, row) => sum + (countedOffer(row)?.quantity ?? 0), 0)

/** Open, or kept for a held-out person. */
const countedOffer = (row: ModelRow) => openOffer(row) ?? (row.status === 'waiting' ? row.holdout.kept : null)

export const inLine = (world: LineWorld, variant: ModelVariant) =>
  world.rows.filter((row) => row.variant === variant).sort((a, b) => a.place - b.place)

export function setStock(world: LineWorld, variant: ModelVariant, stock: number): void {
  const line = world.lines[variant]
  const before = line.stock
  line.stock = stock
  if (stock < world.minStock) line.soldOutSince = true
  if (stock < before) withdrawLast(world, variant)
  const isAwaited = world.rows.some((row) => row.status === 'waiting' && (row.variant === variant || row.any))
  if (before < world.minStock && stock >= world.minStock && isAwaited) {
    Object.assign(line, {
      round: ++world.rounds,
      startedAt: world.places,
      isOver: false,
      soldOutSince: false,
      isDue: true,
    })
    // Whoever was not notified of the round before is notified of this one.
    for (const row of inLine(world, variant)) if (openOffer(row) && !isSent(row)) close(row, 'withdrawn')
  } else if (stock > before && world.pacing === 'offers') wake(world, variant)
}

const isSent = (row: ModelRow) =>
  [...row.offers].some(([round, { closedBy }]) => closedBy === null && row.messages.get(round) === 'sent')

/** The offers opened last are withdrawn first. */
function withdrawLast(world: LineWorld, variant: ModelVariant): void {
  const open = inLine(world, variant).filter(countedOffer)
  open.sort((a, b) => world.openings.indexOf(countedOffer(a)!) - world.openings.indexOf(countedOffer(b)!))
  let free = unitsOf(world, variant)
  for (const row of open) {
    free -= countedOffer(row)!.quantity
    if (free < 0) close(row, 'withdrawn')
  }
}

/** The offer window passes. */
export function lapse(world: LineWorld): void {
  for (const row of world.rows) for (const offer of row.offers.values()) offer.isOver = true
  for (const variant of variants) {
    if (world.lines[variant].willLapse) world.lines[variant].isDue = true
    world.lines[variant].willLapse = false
  }
}

/** The time of those held out passes. */
export function reveal(world: LineWorld): void {
  for (const row of world.rows) Object.assign(row.holdout, { isHeld: false, kept: null })
  for (const variant of variants) {
    const line = world.lines[variant]
    if (line.willReveal) line.isDue = true
    line.willReveal = false
  }
}

/** Sends what is due, as far as it still applies. */
export function send(world: LineWorld): void {
  for (const row of world.rows)
    for (const [round, message] of row.messages) {
      if (message !== 'due') continue
      const line = world.lines[row.variant]
      const isCurrent = line.round === round
      if (isCurrent && (world.pacing === 'offers' || line.stock >= world.minStock)) {
        row.messages.set(round, 'sent')
        if (row.status === 'waiting') row.status = 'told'
        row.isLate = false
      } else row.messages.set(round, 'withheld')
    }
}
