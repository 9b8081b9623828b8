import { expect, test } from 'vitest'
import { explainFileProblem } from './plumbing/explain-file-problem.ts'
import { call, run } from './testing/run-command.ts'

test('help lists every command with an example', async () => {
  const [bare, asked, flagged] = await Promise.all([call([]), call(['help']), call(['--help'])])
  expect(bare).toMatchObject({ code: 0, stderr: '' })
  expect(asked.stdout).toBe(bare.stdout)
  expect(flagged.stdout).toBe(bare.stdout)
  for (const name of ['serve', 'migrate', 'store create', 'store list', 'store set', 'store key add', 'doctor']) {
    expect(bare.stdout).toContain(`\n  ${name}`)
    expect(bare.stdout).toContain(`\n  heartbell ${name}`)
  }
})

test('help on one command or a group of them has flags and examples', async () => {
  const [one, flagged, group] = await Promise.all([
    call(['help', 'store', 'create']),
    call(['store', 'create', '--help']),
    call(['store', '--help']),
  ])
  expect(one.code).toBe(0)
  expect(one.stdout).toMatch(/--name NAME[\s\S]*Examples\n {2}heartbell store create --name/)
  expect(flagged.stdout).toBe(one.stdout)
  expect(group.stdout).toContain('heartbell store key revoke <pid> <key>')
})

test('--version prints the version', async () => {
  expect((await call(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(await call(['-v'])).toEqual(await call(['--version']))
  expect(await call(['-h'])).toEqual(await call(['--help']))
})

test.each([
  [['dance'], 'Unknown command "dance". heartbell help lists all commands.'],
  [['bench', '--fast'], '--fast is unknown. See heartbell help bench'],
  [['help', 'dance'], 'Unknown command "dance". heartbell help lists all commands.'],
  [['--loud'], 'Unknown command "--loud". heartbell help lists all commands.'],
  [
    ['store'],
    expect.stringMatching(
      /^heartbell store is incomplete. Commands are: store create, store list, store set, .*store secret drop-old/,
    ),
  ],
  [
    ['store', 'key'],
    'heartbell store key is incomplete. Commands are: store key add, store key revoke, store key list.',
  ],
  [['store', 'create'], 'A store needs a name: heartbell store create --name NAME.'],
  [
    ['store', 'create', '--name', 'X', '--set', 'colour=red'],
    expect.stringContaining('colour is not a setting; there are: '),
  ],
  [['store', 'set'], 'An argument is missing: heartbell store set <pid> [key=value …]'],
  [['store', 'set', 'x'], '"x" is not the pid of a store. heartbell store list shows them.'],
  [['store', 'list', 'all'], 'Unexpected argument "all": heartbell store list'],
  [['store', 'list', '--loud'], '--loud is unknown. See heartbell help store list'],
  [['serve', '--port'], '--port is used incorrectly. See heartbell help serve'],
  [['serve', '--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
  [['maintenance', 'maybe'], 'maintenance must be on or off, not "maybe".'],
])('heartbell %j is a usage error', async (args, sentence) => {
  const { code, stdout, stderr } = await call(args)
  expect(stderr.trimEnd()).toEqual(sentence)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('all invalid settings are reported at once', async () => {
  const { code, stderr } = await call(['serve'], { PORT: 'x', LOG_LEVEL: 'loud', HEARTBELL_SECRET: 'short' })
  expect(code).toBe(2)
  expect(stderr.trimEnd().split('\n')).toHaveLength(3)
  expect(stderr).not.toContain('"short"')
})

test('an unreachable database is a failure with a clear message', async () => {
  const { code, stderr } = await call(['store', 'list'], { DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/x' })
  expect(stderr).toBe(
    'The database at 127.0.0.1:1/x cannot be reached (ECONNREFUSED). Start it, or correct DATABASE_URL.\n',
  )
  expect(code).toBe(1)
})

test('a data folder that cannot be made is a failure that says what to do', async () => {
  const { code, stderr } = await call(['store', 'list', '--data', `${import.meta.filename}/data`], { DATABASE_URL: '' })
  expect(stderr).toMatch(
    /^A part of .*main\.test\.ts\/data.* is a file, not a folder \(ENOTDIR\)\. Choose another data folder/,
  )
  expect(code).toBe(1)
})

test.each([
  [
    'EACCES',
    'This user may not write /data (EACCES). Choose another data folder with --data, or give this user the right.',
  ],
  [
    'EPERM',
    'This user may not write /data (EPERM). Choose another data folder with --data, or give this user the right.',
  ],
  ['ENOSPC', 'There is no space left to write /data (ENOSPC). Free some, or choose another data folder with --data.'],
  ['EOTHER', null],
])('a file problem %s is explained: %s', (code, sentence) => {
  expect(explainFileProblem(Object.assign(new Error(), { code, path: '/data' }))).toBe(sentence)
})

test('the built command does the same in its own process', async () => {
  expect(await run(['store'])).toEqual(await call(['store']))
  expect(await run(['--version'])).toEqual(await call(['--version']))
})
