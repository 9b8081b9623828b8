/** `heartbell doctor`: checks everything the service depends on and says what to do about problems. */
import type { DoctorCheck } from '../doctor/check.ts'
import { checkCitus } from '../doctor/citus.ts'
import { checkDatabase } from '../doctor/database.ts'
import { assessFileLimit, readFileLimit } from '../doctor/file-limit.ts'
import { checkDisk, checkNode, checkSecretFile } from '../doctor/machine.ts'
import { checkMail } from '../doctor/mail.ts'
import { checkPackages } from '../doctor/packages.ts'
import { checkSettings } from '../doctor/settings.ts'
import type { Command, CommandCall } from '../plumbing/command.ts'
import type { Config } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'

export const doctor: Command = {
  name: 'doctor',
  what: 'check database, secret, mail, clock, disk, settings and background work, and say what to do',
  flags: {
    citus: { type: 'boolean', what: 'also check whether tables and statements follow the rules of a Citus cluster' },
  },
  audit: { notAnAct: 'only reads' },
  examples: ['heartbell doctor', 'heartbell doctor --json', 'heartbell doctor --citus'],
  run: async (call) => {
    const checks = [checkNode(process.versions.node), await checkPackages(), ...(await checkInstallation(call))]
    const code = checks.some(({ state }) => state === 'fail') ? 1 : 0
    return { data: { healthy: code === 0, checks }, text: writeChecks(checks), code }
  },
}

async function checkInstallation(call: CommandCall): Promise<DoctorCheck[]> {
  let config: Config
  try {
    config = call.config()
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return error.sentences.map((says) => ({ name: 'settings', state: 'fail', says }))
  }
  const settings: DoctorCheck = { name: 'settings', state: 'ok', says: 'all settings are valid' }
  return [
    settings,
    ...checkSettings(config),
    ...(await checkSecretFile(config.data)),
    await checkDisk(config.data),
    assessFileLimit(await readFileLimit()),
    await checkMail(config),
    ...(await checkDatabase(config, call.has('citus') ? checkCitus : undefined)),
  ]
}

function writeChecks(checks: DoctorCheck[]): string {
  return checks.map(({ state, name, says }) => `${state.padEnd(6)}${name.padEnd(14)}${says}`).join('\n')
}
