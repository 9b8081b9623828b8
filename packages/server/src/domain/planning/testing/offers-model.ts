/** A simple model of one variant's waiting line; tests compare the database with it. */

export type Offer = {
  lapsesAt: number
  closedBy: 'lapsed' | 'withdrawn' | 'declined' | 'bought' | null
  quantity: number
  /** The message about it was sent. */
  sent: boolean
}

export type Person = {
  name: string
  status: 'waiting' | 'told' | 'bought' | 'left'
  quantity: number
  /** The place in line: increases; a new subscription gets a new one. */
  place: number
  passedOver: boolean
  /** By round. */
  offers: Map<number, Offer>
}

export type World = {
  people: Map<string, Person>
  stock: number
  ratio: number
  window: number
  minStock: number
  /** 0: none yet. */
  round: number
  reached: number
  places: number
  /** Times at which the round is planned. */
  wakes: number[]
}

export const newWorld = (ratio: number, minStock: number, window: number): World => ({
  ...{ people: new Map(), stock: 0, ratio, window, minStock },
  ...{ round: 0, reached: 0, places: 0, wakes: [] },
})

const inLine = (world: World) => [...world.people.values()].sort((a, b) => a.place - b.place)

const openOf = (person: Person) => [...person.offers.values()].find(({ closedBy }) => closedBy === null)

export const unitsHeld = (world: World) =>
  [...world.people.values()].reduce((sum, person) => sum + (openOf(person)?.quantity ?? 0), 0)

export const unitsToHold = ({ stock, ratio }: World) => Math.floor(stock * ratio + 1e-9)

function close(person: Person, by: 'lapsed' | 'withdrawn' | 'declined' | 'bought'): boolean {
  const offer = openOf(person)
  if (!offer) return false
  offer.closedBy = by
  if (person.status === 'told') person.status = 'waiting'
  return true
}

/** A waiting or notified subscription keeps its place; only its quantity changes. */
export function ask(world: World, name: string, quantity: number): void {
  const known = world.people.get(name)
  if (known && (known.status === 'waiting' || known.status === 'told')) {
    known.quantity = quantity
    return
  }
  const person = { name, status: 'waiting', quantity, place: ++world.places, passedOver: false } as const
  world.people.set(name, { ...person, offers: known?.offers ?? new Map() })
}

export function leave(world: World, name: string, now: number): void {
  const person = world.people.get(name)
  if (!person || person.status === 'left') return
  person.status = 'left'
  if (close(person, 'declined')) wake(world, now)
}

export function buy(world: World, name: string, now: number): void {
  const person = world.people.get(name)
  wake(world, now)
  if (!person || (person.status !== 'waiting' && person.status !== 'told')) return
  person.status = 'bought'
  close(person, 'bought')
  // A late purchase counts too, and a round offers no shopper again what they bought in it.
  const last = person.offers.get(Math.max(...person.offers.keys()))
  if (last) last.closedBy = 'bought'
}

export function send(world: World): void {
  for (const person of world.people.values()) {
    const offer = openOf(person)
    if (offer) offer.sent = true
  }
}

const wake = (world: World, at: number) => {
  if (world.round > 0) world.wakes.push(at)
}

export function setStock(world: World, stock: number, now: number): void {
  const before = world.stock
  world.stock = stock
  if (stock < before) takeBack(world)
  const isRestock = before < world.minStock && stock >= world.minStock
  const somebodyWaits = inLine(world).some(({ status }) => status === 'waiting')
  if (isRestock && somebodyWaits) {
    world.round++
    world.reached = 0
    // Subscriptions not yet notified of the round before are notified of this one.
    for (const person of world.people.values()) if (!openOf(person)?.sent) close(person, 'withdrawn')
    world.wakes.push(now)
  } else if (stock > before) wake(world, now)
}

/** The offers opened last are withdrawn first. */
function takeBack(world: World): void {
  const open = [...world.people.values()].filter(openOf)
  open.sort((a, b) => opened.get(openOf(a)!)! - opened.get(openOf(b)!)!)
  let free = unitsToHold(world)
  for (const person of open) {
    free -= openOf(person)!.quantity
    if (free < 0) close(person, 'withdrawn')
  }
}

/** The order in which offers were opened. */
const opened = new WeakMap<Offer, number>()
let openings = 0

/** Does all scheduled work that is due. */
export function plan(world: World, now: number): void {
  while (world.wakes.some((at) => at <= now)) {
    world.wakes = world.wakes.filter((at) => at > now)
    planOnce(world, now)
  }
}

function planOnce(world: World, now: number): void {
  for (const person of world.people.values()) {
    const offer = openOf(person)
    if (offer && offer.lapsesAt <= now) close(person, 'lapsed')
  }
  if (world.stock < world.minStock) return
  let free = unitsToHold(world) - unitsHeld(world)
  const atFirst = free
  let told = false
  for (const person of inLine(world)) {
    if (free <= 0) break
    if (person.status !== 'waiting' || openOf(person)) continue
    const past = person.offers.get(world.round)
    const isNew = !past && person.place > world.reached
    if (past ? past.closedBy !== 'withdrawn' || past.lapsesAt <= now : !isNew && !person.passedOver) continue
    if (!isNew && person.quantity > atFirst) continue
    if (isNew) world.reached = person.place
    if (person.quantity > free) {
      person.passedOver = true
      continue
    }
    free -= person.quantity
    hold(world, person, past, now)
    told = true
  }
  if (told) world.wakes.push(now + world.window)
}

function hold(world: World, person: Person, past: Offer | undefined, now: number): void {
  person.status = 'told'
  person.passedOver = false
  const offer = past ?? { lapsesAt: now + world.window, closedBy: null, quantity: person.quantity, sent: false }
  offer.closedBy = null
  offer.quantity = person.quantity
  if (!past) opened.set(offer, ++openings)
  person.offers.set(world.round, offer)
}

/** In the order of the line, like the rows read from the database. */
export const visible = (world: World) =>
  inLine(world).map((person) => `${person.name} ${person.status} ${openOf(person)?.quantity ?? 0}`)
