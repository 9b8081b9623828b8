/** `heartbell secret rotate`: a new HEARTBELL_SECRET while servers run. If interrupted, the next call resumes it. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/connect.ts'
import { recordInstallationAct } from '../../domain/audit/audit.ts'
import { reseal } from '../../domain/portability/reseal.ts'
import { type Keyring, makeVault } from '../../domain/secrets/vault.ts'
import { findCheckValue, setCheckValue } from '../../domain/stores/maintenance.ts'
import { commandActor } from '../plumbing/audited-command.ts'
import type { Command, CommandReply } from '../plumbing/command.ts'
import { followMillis } from '../process/follow-secret.ts'
import { useDatabase } from '../process/open-database.ts'
import { forgetOldSecret, readSecrets, replaceSecret } from '../settings/secret.ts'
import type { Config } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'

/** Enough for every process to check several times. */
const defaultWait = (5 * followMillis) / 1000

export const secretRotate: Command = {
  name: 'secret rotate',
  what: 'replace the installation’s secret without downtime: shoppers stay signed in, links in sent e-mails keep working',
  flags: {
    status: { type: 'boolean', what: 'only show the progress of a rotation' },
    wait: {
      type: 'string',
      value: 'SECONDS',
      what: `time for running processes to notice the new secret (default ${defaultWait})`,
    },
  },
  audit: 'act',
  examples: ['heartbell secret rotate', 'heartbell secret rotate --status --json'],
  run: async (call) => {
    const config = call.config()
    const seconds = Number(call.flag('wait') ?? defaultWait)
    if (!Number.isFinite(seconds) || seconds < 0 || seconds > 3600)
      throw new UsageError('--wait must be a number of seconds, at most 3600.')
    return await useDatabase(config, async (sql, vault) => {
      if (call.has('status')) return await showStatus(sql, vault, config)
      if (config.secret && !config.secretOld) return askForSettings()
      return await rotate(sql, config, seconds * 1000)
    })
  },
}

const newSecret = () => randomBytes(32).toString('base64url')

/** Where the secret is a setting, only the operator can change it. */
function askForSettings(): CommandReply {
  const secret = newSecret()
  const text = `Nothing was changed yet. The secret is set with HEARTBELL_SECRET, so set for every process:

  HEARTBELL_SECRET=${secret}
  HEARTBELL_SECRET_OLD=(the current value of HEARTBELL_SECRET)

Restart the processes one after another; they continue to encrypt with the old secret. When all of them have both settings, run
heartbell secret rotate again, also with both. It encrypts everything again and says when HEARTBELL_SECRET_OLD can be removed.`
  return { data: { state: 'settings-needed', secret, resealed: 0, left: null }, text }
}

async function showStatus(sql: Database, vault: Keyring, config: Config): Promise<CommandReply> {
  const [newest, ...older] = await readSecrets(config)
  if (older.length === 0) return { data: { state: 'none', left: 0 }, text: 'No rotation is in progress.' }
  const next = makeVault(newest!, ...older)
  const isSealing = vault.checkValue === next.checkValue
  const left = await reseal(sql, next, { onlyCount: true })
  const state = isSealing ? 'resealing' : 'waiting'
  const says = isSealing ? 'Processes encrypt with the new secret' : 'Processes still encrypt with the old secret'
  return { data: { state, left }, text: `${says}; ${left} values are still encrypted with the old one.` }
}

/** Each step can be repeated, and the next call resumes an interrupted rotation. */
export async function rotate(
  sql: Database,
  config: Config,
  wait: number,
  onBatch?: (looked: number) => void | Promise<void>,
): Promise<CommandReply> {
  if (!config.secret && (await readSecrets(config)).length === 1) await replaceSecret(config.data, newSecret())
  const secrets = await readSecrets(config)
  const vault = makeVault(secrets[0]!, ...secrets.slice(1))
  const note = (state: string) =>
    recordInstallationAct(sql, commandActor(), { act: 'secret-rotation', facts: { state } })
  if ((await findCheckValue(sql)) !== vault.checkValue) {
    // A process that does not know the new secret yet could not read what another process seals with it.
    await pause(wait)
    await sql.begin(async (sql) => {
      await setCheckValue(sql, vault.checkValue)
      await recordInstallationAct(sql, commandActor(), { act: 'secret-rotation', facts: { state: 'begun' } })
    })
  }
  let resealed = await reseal(sql, vault, { ...(onBatch && { onBatch }) })
  // Values that a process sealed with the old secret before it noticed the new one.
  await pause(wait)
  for (let more = 1; more > 0; resealed += more) more = await reseal(sql, vault)
  await note('done')
  if (!config.secret) await forgetOldSecret(config.data)
  const ending = config.secret
    ? ' HEARTBELL_SECRET_OLD can be removed from the settings.'
    : ' The old secret was deleted.'
  const text = `Everything is encrypted with the new secret (${resealed} values were encrypted again).${ending}`
  return { data: { state: 'done', resealed, left: 0 }, text }
}
