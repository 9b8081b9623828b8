/** A store of a running Heartbell, for an example. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { command } from '../../bench/setup/server.ts'

export type ExampleStore = { api: string; pid: string; identitySecret: string }

export async function createStore(data: string, api: string): Promise<ExampleStore> {
  const args = [command, 'store', 'create', '--name', 'Examples', '--data', data, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { pid, identitySecret } = JSON.parse(stdout)
  return { api, pid, identitySecret }
}
