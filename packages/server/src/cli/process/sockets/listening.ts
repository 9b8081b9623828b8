/** Explains why a port cannot be used, and what to do. */
import type { Config } from '../../settings/settings.ts'

/** `flag`: the flag that sets the port. */
export function explainListening(
  { code, message }: NodeJS.ErrnoException,
  { port, host }: Pick<Config, 'port' | 'host'>,
  flag = '--port',
): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop the program that uses it, or choose another port with ${flag}.`
  if (code === 'EACCES')
    return `Port ${port} on ${host} may not be used by this user. Choose a port above 1023 with ${flag}.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Choose another with --host.`
  return message
}
