/** Passwords of people who sign in: a slow hash with its own salt, and its cost written beside it. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'

/** 32 MB and about 80 ms for each guess; kept with the hash, so that it may grow. */
const cost = { N: 32_768, r: 8, p: 1 } as const
const hashBytes = 32

export const minPasswordLength = 10

/** At once in a process: the threads that hash also look up names and read files for everybody else. */
const maxConcurrent = 2
/** Some two seconds of waiting. More is refused at once, so that nobody's request waits for a crowd. */
const maxWaiting = 50

let running = 0
const waiting: (() => void)[] = []

async function derive(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxWaiting)
      throw new Refusal('too-many', 'too-many-sign-ins', 'Too many people sign in at once: try again in a moment.', 2)
    // Whoever ends gives its place to the next.
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
    // The same password typed on two keyboards may differ in how its letters are composed.
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Somebody without a password costs a guess as long as somebody with one. */
const dummyHash = `scrypt$${cost.N}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export async function verifyPassword(password: string, hashed: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (hashed ?? dummyHash).split('$')
  const wanted = Buffer.from(key!, 'base64url')
  const given = await derive(password, Buffer.from(salt!, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return timingSafeEqual(given, wanted) && hashed !== null
}
