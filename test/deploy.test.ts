/** The files for Docker and systemd name only existing settings, commands and paths. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../packages/server/src/cli/main.ts'
import { projectRoot, readText } from './codebase/sources.ts'

const settings = (readText('packages/server/src/cli/settings/settings.ts').match(/^ {2}[A-Z][A-Z_]+(?=:)/gm) ?? []).map(
  (name) => name.trim(),
)
/** Not ours: Node's own. */
const known = [...settings, 'NODE_ENV']

/** `serve --no-alerts` is a command and flags of it. */
function findWrong(words: string[]): string[] {
  const command = commands.find(({ name }) => name === words[0])
  if (!command) return [`no command ${words[0]}`]
  const flags = words.slice(1).filter((word) => word.startsWith('--'))
  return flags.filter((flag) => !Object.hasOwn(command.flags, flag.slice(2)))
}

const program = 'packages/server/bin/heartbell.js'

test('the settings are found', () => {
  expect(settings).toContain('DATABASE_URL')
})

describe('Dockerfile', () => {
  const text = readText('Dockerfile')

  test('sets only existing settings, and checks whether the service is ready', () => {
    const named = [...text.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => line!.match(/[A-Z_]+(?==)/g) ?? [])
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
    expect(text).toContain('/readyz')
  })

  test('does not run the program as root', () => {
    const [, entry] = /^ENTRYPOINT \["node", "\/heartbell\/(.*)"\]$/m.exec(text) ?? []
    expect(entry).toBe(program)
    expect(existsSync(join(projectRoot, program))).toBe(true)
    expect(findWrong(JSON.parse(/^CMD (.*)$/m.exec(text)![1]!))).toEqual([])
    expect(/^USER (.*)$/m.exec(text)?.[1]).toBe('node')
  })
})

test('compose.yaml uses only existing settings and commands', () => {
  const text = readText('compose.yaml')
  const [, block] = /environment: &settings\n((?: {4}\S.*\n)+)/.exec(text)!
  const named = [...block!.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name!)
  expect(named).toEqual(expect.arrayContaining(['DATABASE_URL', 'HEARTBELL_SECRET', 'REDIS_URL']))
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  const ours = text.slice(text.indexOf('services:'), text.indexOf('  postgres:'))
  const run = [...ours.matchAll(/command: \[(.*)\]/g)].map(([, words]) => words!.split(', '))
  expect(run.map(([name]) => name)).toEqual(['serve', 'work'])
  expect(run.flatMap(findWrong)).toEqual([])
})

test.each([
  ['deploy/heartbell.service', 'serve'],
  ['deploy/heartbell-work@.service', 'work'],
])('%s runs heartbell %s with existing settings', (path, command) => {
  const text = readText(path)
  const [, file, words] = /^ExecStart=\/usr\/bin\/node \/opt\/heartbell\/(\S+) (.*)$/m.exec(text) ?? []
  expect(file).toBe(program)
  expect(words!.split(' ')[0]).toBe(command)
  expect(findWrong(words!.split(' '))).toEqual([])
  const named = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => line!.match(/[A-Z_]+(?==)/g) ?? [])
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  for (const guard of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'DynamicUser=yes']) expect(text).toContain(guard)
})
