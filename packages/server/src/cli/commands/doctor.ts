/** `heartbell doctor`: checks everything the service depends on and says what to do about problems. */

import { openOutgoingHttp, type SafeFetch } from '../../net/safe-fetch.ts'
import type { DoctorCheck } from '../doctor/check.ts'
import { checkCitus } from '../doctor/citus.ts'
import { checkDatabase } from '../doctor/database.ts'
import { assessFileLimit, readFileLimit } from '../doctor/file-limit.ts'
import { checkDisk, checkNode, checkSecretFile } from '../doctor/machine.ts'
import { checkMail } from '../doctor/mail.ts'
import { checkPackages } from '../doctor/packages.ts'
import { checkSettings } from '../doctor/settings.ts'
import { isWebAddress } from '../doctor/theme/read-page.ts'
import { isSameService } from '../doctor/theme/script-tag.ts'
import { checkTheme } from '../doctor/theme/theme.ts'
import type { Command, CommandCall } from '../plumbing/command.ts'
import { useNamedStore } from '../plumbing/open-store.ts'
import { printable } from '../plumbing/printable.ts'
import { findServerAddress } from '../process/server-address.ts'
import type { Config } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'

export const doctor: Command = {
  name: 'doctor',
  what: 'check database, secret, mail, clock, disk, settings and background work, and say what to do',
  flags: {
    citus: { type: 'boolean', what: 'also check whether tables and statements follow the rules of a Citus cluster' },
    theme: {
      type: 'string',
      value: 'URL',
      what: 'check a page of the shop instead (a URL or a file): will its old hooks work?',
    },
    store: { type: 'string', value: 'PID', what: 'with --theme: the store that the page belongs to' },
  },
  audit: { notAnAct: 'only reads' },
  examples: [
    'heartbell doctor',
    'heartbell doctor --json',
    'heartbell doctor --citus',
    'heartbell doctor --store <pid> --theme https://shop.example/products/notebook',
  ],
  run: async (call) => {
    const checks = call.flag('theme') === undefined ? await checkService(call) : await checkPage(call)
    const code = checks.some(({ state }) => state === 'fail') ? 1 : 0
    return { data: { healthy: code === 0, checks }, text: writeChecks(checks), code }
  },
}

async function checkService(call: CommandCall): Promise<DoctorCheck[]> {
  if (call.flag('store') !== undefined) throw new UsageError('--store needs --theme URL: the page to check.')
  return [checkNode(process.versions.node), await checkPackages(), ...(await checkInstallation(call))]
}

/** Pages of this machine are read if the settings allow it, or if they are our own (the demo store). */
async function checkPage(call: CommandCall): Promise<DoctorCheck[]> {
  const place = call.flag('theme')!
  if (call.has('citus')) throw new UsageError('--theme and --citus cannot be combined.')
  if (place === '' || (/^[a-z][a-z0-9+.-]+:/i.test(place) && !(isWebAddress(place) && URL.canParse(place))))
    throw new UsageError(`--theme must be a URL that begins with https:// or http://, or a file, not "${place}".`)
  const config = call.config()
  const api = new URL(await findServerAddress(config))
  const shop = openOutgoingHttp({ allowLoopback: config.allowLoopback })
  const own = openOutgoingHttp({ allowLoopback: true })
  const fetch: SafeFetch = (url, options) => (isSameService(new URL(url), api) ? own : shop).fetch(url, options)
  try {
    return await useNamedStore(call, (_sql, store) => checkTheme({ fetch, store, api }, place))
  } finally {
    await Promise.all([shop.close(), own.close()])
  }
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

/** An attribute of a page can be megabytes long; the longest line of our own has some hundred characters. */
const longestLine = 2_000

/** A check may quote the page, whose author is not the operator of this terminal. */
function writeChecks(checks: DoctorCheck[]): string {
  return checks
    .map(({ state, name, says }) => `${state.padEnd(6)}${name.padEnd(14)}${printable(says, longestLine)}`)
    .join('\n')
}
