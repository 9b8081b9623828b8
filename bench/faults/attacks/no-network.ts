/**
 * Loaded before an attacked server (`node --import`): it can connect to this machine only. Otherwise hostile calls would make it
 * call other machines, and their response times say nothing about ours.
 */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

const isHere = (host: string) => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)

const refused = (host: string) => Object.assign(new Error(`There is no way to ${host}.`), { code: 'ENOTFOUND' })

const lookUp = dns.lookup as (...args: unknown[]) => void

dns.lookup = ((host: string, ...rest: unknown[]) => {
  if (isHere(host)) return lookUp(host, ...rest)
  setImmediate(rest.at(-1) as (error: Error) => void, refused(host))
}) as typeof dns.lookup
syncBuiltinESMExports()

const connect = Socket.prototype.connect as (...args: unknown[]) => Socket

Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const [first] = [args[0]].flat() as [{ host?: string; path?: string } | number | string]
  const host = typeof first === 'object' ? (first.path ? 'localhost' : (first.host ?? 'localhost')) : 'localhost'
  // Host names go through the lookup above.
  if (/^[\d.]+$|:/.test(host) && !isHere(host)) return this.destroy(refused(host))
  return connect.apply(this, args)
} as typeof Socket.prototype.connect
