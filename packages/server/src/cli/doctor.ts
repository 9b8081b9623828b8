/** `heartbell doctor`: looks at everything the service rests on and says what to do about what is not well. */
import type { Check } from './check.ts'
import { checkCitus } from './checks-citus.ts'
import { checkDatabase } from './checks-database.ts'
import { checkDisk, checkNode, checkSecretFile } from './checks-machine.ts'
import { checkMail } from './checks-mail.ts'
import { checkPackages } from './checks-packages.ts'
import { checkSettings } from './checks-settings.ts'
import type { Call, Command } from './command.ts'
import type { Config } from './config.ts'
import { judgeFileLimit, readFileLimit } from './file-limit.ts'
import { WrongCall } from './wrong-call.ts'

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
