/** `heartbell subject`, `heartbell erase` and `heartbell end-sessions`: a person's data and sessions in a store. */
import { Refusal } from '@heartbell/contract/errors'
import { describeSubject } from '../../domain/privacy/describe-subject.ts'
import { endSubjectSessions } from '../../domain/privacy/end-subject-sessions.ts'
import { eraseSubject } from '../../domain/privacy/erase-subject.ts'
import { cancelRedaction, listRedactions, type Redaction } from '../../domain/privacy/redactions.ts'
import { listSubjectExports } from '../../domain/privacy/subject-exports.ts'
import { maskSubject } from '../../domain/privacy/subjects.ts'
import { actOnNamedStore, actOnStore } from '../plumbing/audited-command.ts'
import type { Command, CommandCall } from '../plumbing/command.ts'
import { useStore } from '../plumbing/open-store.ts'
import { UsageError } from '../settings/usage-error.ts'

const flags: Command['flags'] = {
  store: { type: 'string', value: 'PID', what: 'the store' },
  email: { type: 'string', value: 'E-MAIL', what: 'the person\u2019s e-mail address' },
  phone: { type: 'string', value: 'NUMBER', what: 'the person\u2019s phone number' },
}

function personOf(call: CommandCall) {
  const who = { email: call.flag('email'), phone: call.flag('phone') }
  if (!who.email && !who.phone) throw new UsageError('Give the person: --email E-MAIL, --phone NUMBER, or both.')
  return who
}

const subject: Command = {
  name: 'subject',
  what: 'print everything that a store has stored about a person',
  flags: {
    ...flags,
    requests: { type: 'boolean', what: 'data requests that shop platforms sent for their customers' },
  },
  audit: 'act',
  examples: [
    'heartbell subject --store <pid> --email ada@example.com --json > ada.json',
    'heartbell subject --store <pid> --requests --json',
  ],
  run: async (call) => {
    if (call.has('requests')) return await showRequests(call)
    const who = personOf(call)
    const found = await actOnNamedStore(call, async (sql, store) => ({
      answer: await describeSubject(sql, store, who),
      act: { act: 'shopper-exported', facts: maskSubject(store, who) },
    }))
    const lines = Object.entries(found).map(([kind, rows]) => `${String(rows.length).padStart(6)}  ${kind}`)
    return { data: found, text: [...lines, '', 'Use --json to print all of it.'].join('\n') }
  },
}

async function showRequests(call: CommandCall) {
  const kept = await actOnNamedStore(call, async (sql, store) => ({
    answer: await listSubjectExports(sql, store),
    act: { act: 'shopper-exported', facts: { subject: 'requests of platforms' } },
  }))
  const lines = kept.map(
    ({ createdAt, source, requestId }) => `${createdAt.toISOString().slice(0, 16)}  ${source}  ${requestId}`,
  )
  return { data: kept, text: lines.length > 0 ? [...lines, '', 'Use --json to print all of it.'].join('\n') : 'None.' }
}

const erase: Command = {
  name: 'erase',
  what: 'erase a person from a store, permanently',
  flags,
  audit: 'act',
  examples: ['heartbell erase --store <pid> --email ada@example.com'],
  run: async (call) => {
    const who = personOf(call)
    const gone = await actOnNamedStore(call, async (sql, store) => {
      const answer = await eraseSubject(sql, store, who)
      return { answer, act: { act: 'shopper-erased', facts: { ...maskSubject(store, who), ...answer } } }
    })
    const text = `Erased: ${gone.shoppers} shopper records, ${gone.subscriptions} alerts, and everything that depends on them.`
    return { data: gone, text }
  },
}

const endSessions: Command = {
  name: 'end-sessions',
  what: 'sign a person out of a store on every device',
  flags,
  audit: 'act',
  examples: ['heartbell end-sessions --store <pid> --email ada@example.com'],
  run: async (call) => {
    const who = personOf(call)
    const ended = await actOnNamedStore(call, async (sql, store) => {
      const answer = await endSubjectSessions(sql, store, who)
      return { answer, act: { act: 'shopper-sessions-ended', facts: { ...maskSubject(store, who), ended: answer } } }
    })
    if (ended === 0) return { data: { ended }, text: 'No such person is known: no session was ended.', code: 1 }
    return { data: { ended }, text: 'Every session of this person has ended.' }
  },
}

const redactions: Command = {
  name: 'store redactions',
  what: 'list erasures requested by a shop platform: pending and settled ones',
  usage: '<pid>',
  args: { min: 1, max: 1 },
  flags: { cancel: { type: 'string', value: 'ID', what: 'cancel this pending erasure' } },
  audit: 'act',
  examples: ['heartbell store redactions <pid>', 'heartbell store redactions <pid> --cancel <id>'],
  run: async (call) => {
    const id = call.flag('cancel')
    if (id === undefined) {
      const all = await useStore(call, (sql, { storeId }) => listRedactions(sql, storeId))
      return { data: all, text: all.map(writeRedaction).join('\n') || 'No platform has requested an erasure.' }
    }
    if (!/^[0-9a-f-]{36}$/i.test(id)) throw new UsageError(`"${id}" is not the id of an erasure.`)
    const redaction = await actOnStore(call, async (sql, { storeId }) => {
      const { redaction, isNew } = await cancelRedaction(sql, storeId, id, 'command line')
      const { source, scope } = redaction
      const act = { act: 'redaction-cancelled', facts: { source, scope, redactionId: id } } as const
      return { answer: redaction, act: isNew ? act : null }
    }).catch((error) => {
      if (error instanceof Refusal) throw new UsageError(error.message)
      throw error
    })
    return { data: redaction, text: 'Cancelled: this request erases nobody.' }
  },
}

function writeRedaction(redaction: Redaction): string {
  const { redactionId, source, scope, requestId, person, status, requestedAt, dueAt } = redaction
  const customer = [person?.email, person?.phone].filter(Boolean).join(' ') || `customer ${requestId}`.trim()
  const whom = scope === 'shop' ? 'every shopper' : customer
  const when =
    status === 'pending'
      ? `due ${dueAt!.toISOString().slice(0, 16)}Z`
      : status === 'held'
        ? 'waits until the platform is disconnected'
        : status
  return `${redactionId}  ${source}  ${whom}  requested ${requestedAt.toISOString().slice(0, 16)}Z  ${when}`
}

export const privacyCommands = [subject, erase, endSessions, redactions]
