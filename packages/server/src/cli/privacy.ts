/** `heartbell subject` and `heartbell erase`: what a store holds about a person, given or taken out. */
import { describeSubject } from '../domain/describe-subject.ts'
import { eraseSubject } from '../domain/erase-subject.ts'
import { listExports } from '../domain/subject-exports.ts'
import type { Call, Command } from './command.ts'
import { useNamedStore } from './store.ts'
import { WrongCall } from './wrong-call.ts'

const flags: Command['flags'] = {
  store: { type: 'string', value: 'PID', what: 'the store' },
  email: { type: 'string', value: 'E-MAIL', what: 'the person\u2019s e-mail address' },
  phone: { type: 'string', value: 'NUMBER', what: 'the person\u2019s phone number' },
}

function personOf(call: Call) {
  const who = { email: call.flag('email'), phone: call.flag('phone') }
  if (!who.email && !who.phone) throw new WrongCall('Say whom: --email E-MAIL, --phone NUMBER, or both.')
  return who
}

const subject: Command = {
  name: 'subject',
  what: 'give everything a store holds about a person',
  flags: {
    ...flags,
    requests: { type: 'boolean', what: 'what platforms asked for in a person\u2019s name, kept to be given' },
  },
  examples: [
    'heartbell subject --store <pid> --email ada@example.com --json > ada.json',
    'heartbell subject --store <pid> --requests --json',
  ],
  run: async (call) => {
    if (call.has('requests')) return await showRequests(call)
    const who = personOf(call)
    const found = await useNamedStore(call, (sql, store) => describeSubject(sql, store, who))
    const lines = Object.entries(found).map(([kind, rows]) => `${String(rows.length).padStart(6)}  ${kind}`)
    return { data: found, text: [...lines, '', 'With --json: all of it.'].join('\n') }
  },
}

async function showRequests(call: Call) {
  const kept = await useNamedStore(call, (sql, store) => listExports(sql, store))
  const lines = kept.map(
    ({ createdAt, source, requestId }) => `${createdAt.toISOString().slice(0, 16)}  ${source}  ${requestId}`,
  )
  return { data: kept, text: lines.length > 0 ? [...lines, '', 'With --json: all of it.'].join('\n') : 'None.' }
}

const erase: Command = {
  name: 'erase',
  what: 'take a person out of a store, for good',
  flags,
  examples: ['heartbell erase --store <pid> --email ada@example.com'],
  run: async (call) => {
    const who = personOf(call)
    const gone = await useNamedStore(call, (sql, store) => eraseSubject(sql, store, who))
    const text = `Erased: ${gone.shoppers} shopper records, ${gone.subscriptions} alerts, and all that hung on them.`
    return { data: gone, text }
  },
}

export const privacyCommands = [subject, erase]
