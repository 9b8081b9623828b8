/** Passwords of team members: a slow salted hash, stored with its cost. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'

/** 32 MB and about 80 ms for each guess; stored with the hash, so that it can be raised later. */
const cost = { N: 32_768, r: 8, p: 1 } as const
const hashBytes = 32

/** Per process: the threads that hash also resolve host names and read files for all other calls. */
const maxConcurrent = 2
/** About two seconds of waiting. Further sign-ins are refused at once. */
const maxWaiting = 50

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxWaiting)
      throw new Refusal(
        'too-many',
        'too-many-sign-ins',
        'Too many people are signing in at the same time; try again in a moment.',
        2,
      )
    // A finished hash passes its slot to the next waiting one.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await hash(password, salt, cost)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

type ScryptCost = { N: number; r: number; p: number }

const hash = (password: string, salt: Buffer, { N, r, p }: ScryptCost) =>
  new Promise<Buffer>((resolve, reject) => {
    const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r }
    // Two keyboards may compose the letters of the same password differently.
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Compared for users without a password, so that a guess takes the same time for everyone. */
const dummyHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export async function verifyPassword(password: string, hashed: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (hashed ?? dummyHash).split('$')
  const wanted = Buffer.from(key!, 'base64url')
  const given = await derive(password, Buffer.from(salt!, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(given, wanted) && hashed !== null
}
