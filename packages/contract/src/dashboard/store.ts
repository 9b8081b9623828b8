/** Routes of the dashboard about a store itself: settings, keys, team, identity secret, health, audit log. */
import { z } from 'zod'
import { type ActName, acts } from '../wire/acts.ts'
import { emailAddress } from './account.ts'
import { role, rows, table, timestamp, values } from './route.ts'

const key = z.strictObject({
  keyId: z.string(),
  label: z.string(),
  access: z.string(),
  createdAt: timestamp,
  revokedAt: timestamp.nullable(),
})

const member = z.strictObject({
  userId: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  role,
  createdAt: timestamp,
})
const whichMember = z.object({ userId: z.uuid('is not a person’s id') })

const invitation = z.strictObject({
  invitationId: z.string(),
  email: z.string(),
  role,
  createdAt: timestamp,
  expiresAt: timestamp,
  /** Null when the person who invited has no account any more. */
  invitedBy: z.string().nullable(),
})
const whichInvitation = z.object({ invitationId: z.uuid('is not an invitation’s id') })
const invited = z.strictObject({
  link: z.string(),
  isMailed: z.boolean(),
  /** An earlier invitation for the address was open; its link stopped working. */
  replacesEarlier: z.boolean(),
})

const check = <N extends string, F extends z.core.$ZodLooseShape>(name: N, facts: F) =>
  z.strictObject({ name: z.literal(name), isWell: z.boolean(), facts: z.strictObject(facts) })
const waitsSince = timestamp.nullable()

const day = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)), 'must be a date')
  .transform((text) => new Date(text))

const auditEntry = z.strictObject({
  entryId: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  userName: z.string(),
  actorAddress: z.string().nullable(),
  actorAgent: z.string().nullable(),
  act: z.string(),
  /** The act in English, with its facts in braces, so that the page can translate it. */
  sentence: z.string(),
  facts: values,
  factsBefore: values.nullable(),
  factsAfter: values.nullable(),
  happenedAt: timestamp,
})

export const storeSettingRoutes = {
  'GET /settings': {
    answer: z.strictObject({ name: z.string(), pid: z.string(), settings: z.record(z.string(), z.string()) }),
  },
  'POST /settings': {
    fields: z.object({
      name: z.string().trim().min(1, 'is required').max(100, 'may have at most 100 characters').optional(),
      settings: z.record(z.string(), z.string()).optional(),
    }),
    answer: z.strictObject({ settings: z.record(z.string(), z.string()) }),
  },

  'GET /keys': { answer: rows(key) },
  'POST /keys': {
    fields: z.object({
      label: z.string().trim().max(60).default(''),
      access: z.enum(['full', 'read'], 'must be full or read').default('full'),
    }),
    answer: z.strictObject({ keyId: z.string(), apiKey: z.string() }),
  },
  'POST /keys/revoke': {
    fields: z.object({ keyId: z.string().max(40) }),
    answer: z.strictObject({ revoked: z.literal(true) }),
  },

  'GET /identity-secret': { answer: z.strictObject({ hasOld: z.boolean() }) },
  'POST /identity-secret/rotate': { answer: z.strictObject({ identitySecret: z.string() }) },
  'POST /identity-secret/drop-old': { answer: z.strictObject({ dropped: z.boolean() }) },

  'GET /team': { answer: rows(member) },
  'POST /team': { fields: z.object({ email: emailAddress, role }), answer: invited },
  'POST /team/role': { fields: whichMember.extend({ role }), answer: z.strictObject({ role }) },
  'POST /team/remove': { fields: whichMember, answer: z.strictObject({ removed: z.literal(true) }) },
  'GET /team/invitations': { answer: rows(invitation) },
  'POST /team/invitations/again': { fields: whichInvitation, answer: invited },
  'POST /team/invitations/revoke': { fields: whichInvitation, answer: z.strictObject({ revoked: z.literal(true) }) },

  'GET /health': {
    answer: z.strictObject({
      publicUrl: z.string(),
      node: z.string(),
      checks: z.array(
        z.discriminatedUnion('name', [
          check('database', { version: z.string(), took: z.number() }),
          check('migrations', { pending: z.number() }),
          check('engine', { waitsSince }),
          check('mail', { lastSentAt: timestamp.nullable(), failed: z.number(), waitsSince }),
        ]),
      ),
    }),
  },

  'GET /audit': table(auditEntry, {
    who: z.string().trim().max(320).optional(),
    act: z.enum(Object.keys(acts) as [ActName, ...ActName[]], 'is not an act').optional(),
    kind: z.enum(['user', 'key', 'command', 'hook', 'system'], 'is not a kind of actor').optional(),
    since: day.optional(),
    until: day.optional(),
  }),
} as const

const redaction = z.strictObject({
  redactionId: z.string(),
  source: z.string(),
  scope: z.enum(['shop', 'customer']),
  requestId: z.string(),
  person: z.strictObject({ email: z.string().optional(), phone: z.string().optional() }).nullable(),
  status: z.enum(['held', 'pending', 'done', 'cancelled']),
  requestedAt: timestamp,
  dueAt: timestamp.nullable(),
  settledAt: timestamp.nullable(),
  settledBy: z.string().nullable(),
})

/** In bodies: URLs are stored in histories and logs. */
const subject = z.object({ email: z.string().trim().max(320).optional(), phone: z.string().trim().max(40).optional() })

export const privacyRoutes = {
  'POST /privacy/look': {
    fields: subject,
    answer: z.strictObject({ found: z.record(z.string(), z.number()) }),
  },
  'POST /privacy/export': { fields: subject, answer: values },
  'POST /privacy/erase': { fields: subject, answer: values },
  'POST /privacy/end-sessions': { fields: subject, answer: z.strictObject({ ended: z.number() }) },
  'GET /privacy/redactions': { answer: rows(redaction) },
  'POST /privacy/redactions/cancel': { fields: z.object({ redactionId: z.uuid() }), answer: redaction },
} as const
