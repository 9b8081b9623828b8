import { expect, test } from 'vitest'
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

test('the version is told', async () => {
  expect((await call(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test.each([
  [['dance'], 'There is no command "dance"; heartbell help lists them.'],
  [['bench', '--fast'], '--fast is not known; heartbell help bench shows what is.'],
  [['help', 'dance'], 'There is no command "dance"; heartbell help lists them.'],
  [['--loud'], 'There is no command "--loud"; heartbell help lists them.'],
  [
    ['store'],
    expect.stringMatching(/^heartbell store needs more: store create, store list, store set, .*store secret drop-old/),
  ],
  [['store', 'key'], 'heartbell store key needs more: store key add, store key revoke, store key list.'],
  [['store', 'create'], 'A store needs a name: write heartbell store create --name NAME.'],
  [
    ['store', 'create', '--name', 'X', '--set', 'colour=red'],
    expect.stringContaining('colour is not a setting; there are: '),
  ],
  [['store', 'set'], 'Something is missing: write heartbell store set <pid> [key=value …].'],
  [['store', 'set', 'x'], '"x" is not a store\'s pid; heartbell store list shows them.'],
  [['store', 'list', 'all'], '"all" is too much: write heartbell store list.'],
  [['store', 'list', '--loud'], '--loud is not known; heartbell help store list shows what is.'],
  [['serve', '--port'], '--port is not used like that; heartbell help serve shows what is.'],
  [['serve', '--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
  [['maintenance', 'maybe'], 'maintenance is on or off, not "maybe".'],
])('heartbell %j is a wrong call', async (args, sentence) => {
  const { code, stdout, stderr } = await call(args)
  expect(stderr.trimEnd()).toEqual(sentence)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('every bad setting is told at once', async () => {
  const { code, stderr } = await call(['serve'], { PORT: 'x', LOG_LEVEL: 'loud', HEARTBELL_SECRET: 'short' })
  expect(code).toBe(2)
  expect(stderr.trimEnd().split('\n')).toHaveLength(3)
  expect(stderr).not.toContain('"short"')
})

test('a database that is away is a failure with a sentence', async () => {
  const { code, stderr } = await call(['store', 'list'], { DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/x' })
  expect(stderr).toBe(
    "The database at 127.0.0.1:1/x can't be reached (ECONNREFUSED): start it, or correct DATABASE_URL.\n",
  )
  expect(code).toBe(1)
})

test('the built command does the same in a process', async () => {
  expect(await run(['store'])).toEqual(await call(['store']))
  expect(await run(['--version'])).toEqual(await call(['--version']))
})
