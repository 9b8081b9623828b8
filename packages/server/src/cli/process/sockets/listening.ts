/** Why a port can't be listened on, in a sentence that says what to do. */
import type { Config } from '../../settings/config.ts'

/** `flag`: with what another port is chosen. */
export function explainListening(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Pick<Config, 'port' | 'host'>,
  flag = '--port',
): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use: stop what listens there, or choose another with ${flag}.`
  if (code === 'EACCES') return `Port ${port} on ${host} is not ours to use: choose one above 1023 with ${flag}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine: choose another with --host.`
  return message
}
