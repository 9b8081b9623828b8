/** `heartbell doctor`: looks at everything the service rests on and says what to do about what is not well. */
import type { Check } from '../doctor/check.ts'
import { checkCitus } from '../doctor/checks-citus.ts'
import { checkDatabase } from '../doctor/checks-database.ts'
import { checkDisk, checkNode, checkSecretFile } from '../doctor/checks-machine.ts'
import { checkMail } from '../doctor/checks-mail.ts'
import { checkPackages } from '../doctor/checks-packages.ts'
import { checkSettings } from '../doctor/checks-settings.ts'
import { judgeFileLimit, readFileLimit } from '../doctor/file-limit.ts'
import type { Call, Command } from '../plumbing/command.ts'
import type { Config } from '../settings/config.ts'
import { WrongCall } from '../settings/usage-error.ts'

export const doctor: Command = {
  name: 'doctor',
  what: 'check the database, the secret, the mail, the clock, the disk, the settings and the work, and say what to do',
  flags: {
    citus: { type: 'boolean', what: 'also check whether tables and statements obey the rules of a Citus cluster' },
  },
  audit: { notAnAct: 'only reads' },
  examples: ['heartbell doctor', 'heartbell doctor --json', 'heartbell doctor --citus'],
  run: async (call) => {
    const checks = [checkNode(process.versions.node), await checkPackages(), ...(await checkInstallation(call))]
    const code = checks.some(({ state }) => state === 'fail') ? 1 : 0
    return { data: { healthy: code === 0, checks }, text: writeChecks(checks), code }
  },
}

async function checkInstallation(call: Call): Promise<Check[]> {
  let config: Config
  try {
    config = call.config()
  } catch (error) {
    if (!(error instanceof WrongCall)) throw error
    return error.sentences.map((says) => ({ name: 'settings', state: 'fail', says }))
  }
  const settings: Check = { name: 'settings', state: 'ok', says: 'every setting can be read' }
  return [
    settings,
    ...checkSettings(config),
    ...(await checkSecretFile(config.data)),
    await checkDisk(config.data),
    judgeFileLimit(await readFileLimit()),
    await checkMail(config),
    ...(await checkDatabase(config, call.has('citus') ? checkCitus : undefined)),
  ]
}

function writeChecks(checks: Check[]): string {
  return checks.map(({ state, name, says }) => `${state.padEnd(6)}${name.padEnd(14)}${says}`).join('\n')
}
