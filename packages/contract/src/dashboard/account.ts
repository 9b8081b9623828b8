/** Routes of the dashboard about people: signing in, one's own account, invitations. */
import { z } from 'zod'
import { foldEmail, isEmail } from '../wire/fields.ts'
import { dashboardLocales, done, role, rows, timestamp } from './route.ts'

/** For new passwords. */
export const shortestPassword = 10

export const emailAddress = z.string().transform(foldEmail).refine(isEmail, 'must be an e-mail address')

const personName = z.string().trim().max(100, 'may have at most 100 characters')

const newPassword = z
  .string()
  .min(shortestPassword, `must have at least ${shortestPassword} characters`)
  .max(200, 'may have at most 200 characters')

/** A password that is compared, not set. */
const typedPassword = z.string().max(200, 'may have at most 200 characters')
const withPassword = z.object({ currentPassword: typedPassword })

const link = z.object({ token: z.string().max(100) })
const locale = z.enum(dashboardLocales)

const openStore = z.strictObject({
  /** The store's part of a dashboard URL. */
  store: z.string(),
  pid: z.string(),
  name: z.string(),
  role,
  createdAt: timestamp,
})

const me = z.strictObject({
  userId: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  isOperator: z.boolean(),
  locale: z.string().nullable(),
  publicUrl: z.string(),
  /** Without mail, links come from the command line. */
  hasMail: z.boolean(),
  /** Has an address and a password. */
  isSetUp: z.boolean(),
  /** A new address that is not confirmed yet. */
  pendingEmail: z.string().nullable(),
  secondFactor: z.strictObject({ isOn: z.boolean(), codesLeft: z.number() }),
  stores: z.array(openStore),
})

const session = z.strictObject({
  sessionId: z.string(),
  userAgent: z.string(),
  network: z.string(),
  createdAt: timestamp,
  seenAt: timestamp,
  isThis: z.boolean(),
})

const ended = z.strictObject({ ended: z.number() })
const codes = z.strictObject({ codes: z.array(z.string()) })

export const accountRoutes = {
  'GET /sign-in': { answer: z.strictObject({ hasMail: z.boolean() }) },
  'POST /sign-in': {
    fields: z.object({ email: z.string().max(320), password: z.string().max(200) }),
    answer: z.union([z.strictObject({ needsCode: z.literal(true), ticket: z.string() }), me]),
  },
  'POST /sign-in/code': { fields: z.object({ ticket: z.string().max(1000), code: z.string().max(40) }), answer: me },
  'POST /follow-link': { fields: link, answer: me },
  'POST /sign-out': { answer: done },

  'POST /forgot': {
    fields: z.object({ email: emailAddress, locale: locale.optional() }),
    answer: z.strictObject({ hasMail: z.boolean() }),
  },
  'POST /reset/look': {
    fields: link,
    answer: z.strictObject({
      email: z.string().nullable(),
      needsCode: z.boolean(),
      /** The operator made the link so that it also switches two-step sign-in off. */
      removesSecondFactor: z.boolean(),
    }),
  },
  'POST /reset': { fields: link.extend({ password: newPassword, code: z.string().max(40).optional() }), answer: me },

  'GET /me': { answer: me },
  'POST /me': { fields: z.object({ name: personName.optional(), locale: locale.optional() }), answer: me },
  'POST /me/setup': {
    fields: z.object({ email: emailAddress, name: personName.default(''), password: newPassword }),
    answer: me,
  },
  'POST /me/password': { fields: withPassword.extend({ password: newPassword }), answer: ended },
  'GET /me/sessions': { answer: rows(session) },
  'POST /me/sessions/end': {
    fields: z.object({
      /** Without it, all but the one in use. */
      sessionId: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'is not a session')
        .optional(),
      /** The one in use too. */
      everywhere: z.boolean().default(false),
    }),
    answer: ended,
  },

  'POST /me/email': { fields: withPassword.extend({ email: emailAddress }), answer: me },
  'POST /me/email/again': { answer: done },
  'POST /me/email/cancel': { answer: me },
  'POST /me/email/confirm': { fields: link, answer: me },

  'POST /me/second-factor/begin': {
    fields: withPassword,
    answer: z.strictObject({ secret: z.string(), address: z.string() }),
  },
  'POST /me/second-factor/enable': { fields: z.object({ code: z.string().max(40) }), answer: codes },
  'POST /me/second-factor/disable': { fields: withPassword, answer: done },
  'POST /me/second-factor/codes': { fields: withPassword, answer: codes },

  'POST /invitations/look': {
    fields: link,
    answer: z.strictObject({ storeName: z.string(), role, email: z.string() }),
  },
  'POST /invitations/accept': { fields: link, answer: z.strictObject({ store: z.string() }) },
  'POST /invitations/join': {
    fields: link.extend({ name: personName.default(''), password: newPassword }),
    answer: me,
  },

  'POST /stores': {
    fields: z.object({
      name: z.string().trim().min(1, 'is required').max(100, 'may have at most 100 characters'),
    }),
    answer: z.strictObject({
      store: z.string(),
      name: z.string(),
      pid: z.string(),
      apiKey: z.string(),
      identitySecret: z.string(),
    }),
  },
} as const
