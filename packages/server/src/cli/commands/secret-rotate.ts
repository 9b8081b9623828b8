/** `heartbell secret rotate`: a new HEARTBELL_SECRET while servers run; ended at any moment, the next call goes on. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/connect.ts'
import { noteInstallationAct } from '../../domain/audit/audit.ts'
import { reseal } from '../../domain/portability/reseal.ts'
import { type Keyring, makeVault } from '../../domain/secrets/vault.ts'
import { findCheckValue, setCheckValue } from '../../domain/stores/maintenance.ts'
import { commandActor } from '../plumbing/audited-command.ts'
import type { Command, Reply } from '../plumbing/command.ts'
import { followEvery } from '../process/follow-secret.ts'
import { useDatabase } from '../process/open-database.ts'
import type { Config } from '../settings/config.ts'
import { forgetOldSecret, readSecrets, replaceSecret } from '../settings/secret.ts'
import { WrongCall } from '../settings/usage-error.ts'

/** Several looks of every process. */
const usualWait = (5 * followEvery) / 1000

export const secretRotate: Command = {
  name: 'secret rotate',
  what: 'give the installation a new secret without downtime: shoppers stay signed in, links in sent mails work',
  flags: {
    status: { type: 'boolean', what: 'only say how far a rotation is' },
    wait: { type: 'string', value: 'SECONDS', what: `for running processes to learn of it (default ${usualWait})` },
  },
  audit: 'act',
  examples: ['heartbell secret rotate', 'heartbell secret rotate --status --json'],
  run: async (call) => {
    const config = call.config()
    const seconds = Number(call.flag('wait') ?? usualWait)
    if (!Number.isFinite(seconds) || seconds < 0 || seconds > 3600)
      throw new WrongCall('--wait is a number of seconds, at most 3600.')
    return await useDatabase(config, async (sql, vault) => {
      if (call.has('status')) return await showStatus(sql, vault, config)
      if (config.secret && !config.secretOld) return askForSettings()
      return await rotate(sql, config, seconds * 1000)
    })
  },
}

const newSecret = () => randomBytes(32).toString('base64url')

/** Where the secret is a setting, only whoever runs the processes can change it. */
function askForSettings(): Reply {
  const secret = newSecret()
  const text = `Nothing was changed yet. The secret is given with HEARTBELL_SECRET, so set for every process:

  HEARTBELL_SECRET=${secret}
  HEARTBELL_SECRET_OLD=(what HEARTBELL_SECRET is now)

Restart them one after another; they go on sealing with the old one. When all run with both, call
heartbell secret rotate again, with both settings: it seals everything again and says when HEARTBELL_SECRET_OLD may go.`
  return { data: { state: 'settings-needed', secret, resealed: 0, left: null }, text }
}

async function showStatus(sql: Database, vault: Keyring, config: Config): Promise<Reply> {
  const [newest, ...older] = await readSecrets(config)
  if (older.length === 0) return { data: { state: 'none', left: 0 }, text: 'No rotation is under way.' }
  const next = makeVault(newest!, ...older)
  const isSealing = vault.checkValue === next.checkValue
  const left = await reseal(sql, next, { onlyCount: true })
  const state = isSealing ? 'resealing' : 'waiting'
  const says = isSealing ? 'Processes seal with the new secret' : 'Processes still seal with the old secret'
  return { data: { state, left }, text: `${says}; ${left} values are sealed with the old one.` }
}

/** Each step may be done twice, and what is left open by one call is finished by the next. */
export async function rotate(
  sql: Database,
  config: Config,
  wait: number,
  onBatch?: (looked: number) => void | Promise<void>,
): Promise<Reply> {
  if (!config.secret && (await readSecrets(config)).length === 1) await replaceSecret(config.data, newSecret())
  const secrets = await readSecrets(config)
  const vault = makeVault(secrets[0]!, ...secrets.slice(1))
  const note = (state: string) => noteInstallationAct(sql, commandActor(), { act: 'secret-rotation', facts: { state } })
  if ((await findCheckValue(sql)) !== vault.checkValue) {
    // A process that did not know the new secret could not read what another seals with it.
    await pause(wait)
    await sql.begin(async (sql) => {
      await setCheckValue(sql, vault.checkValue)
      await noteInstallationAct(sql, commandActor(), { act: 'secret-rotation', facts: { state: 'begun' } })
    })
  }
  let resealed = await reseal(sql, vault, { ...(onBatch && { onBatch }) })
  // What was sealed with the old one by a process that had not looked yet.
  await pause(wait)
  for (let more = 1; more > 0; resealed += more) more = await reseal(sql, vault)
  await note('done')
  if (!config.secret) await forgetOldSecret(config.data)
  const ending = config.secret ? ' HEARTBELL_SECRET_OLD may be removed from the settings.' : ' The old one is gone.'
  const text = `Everything is sealed with the new secret (${resealed} values sealed again).${ending}`
  return { data: { state: 'done', resealed, left: 0 }, text }
}
