/** `npm run mutate`: mutates the code one place at a time, and the tests must fail. */
import { parseArgs } from 'node:util'
import { finish, printTable, type Row } from '../setup/report.ts'
import { groups } from './groups.ts'
import { mutateCode } from './mutate-code.ts'
import { mutateSql } from './mutate-sql.ts'

const names = groups.map(({ name }) => name).join(', ')
const help = `npm run mutate -- [--only GROUP] [--sql | --code] [--share N] [--at FILE:LINE] [--json FILE]

  --only GROUP  one group, may be given several times: ${names}
  --sql         only the statements, broken by our own program
  --code        only the code around them, broken by Stryker, which is fetched when it is first asked for
  --share N     a part of the places, from 0 to 1, the same ones every time
  --at PLACE    only the statements' places in this line, as in undo-merge.ts:66; may be given several times
  --json FILE   also writes the rows as JSON
`

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    sql: { type: 'boolean' },
    code: { type: 'boolean' },
    share: { type: 'string' },
    at: { type: 'string', multiple: true },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

async function main(): Promise<number> {
  const share = Number(flags.share ?? 1)
  const isWrong = flags.only?.some((name) => !groups.some((group) => group.name === name)) || !(share > 0 && share <= 1)
  if (flags.help || isWrong) {
    console.log(help)
    return isWrong ? 2 : 0
  }
  const rows: Row[] = []
  const chosen = groups.filter(({ name }) => flags.only?.includes(name) ?? true)
  for (const group of chosen) {
    if (!flags.code) rows.push(...(await mutateSql(process.cwd(), group, share, flags.at)))
    if (!flags.sql && !flags.at) rows.push(mutateCode(process.cwd(), group, share))
  }
  if (flags.at && rows.length === 0) {
    console.log(`No statement has anything to break at ${flags.at.join(', ')}.`)
    return 2
  }
  printTable(rows)
  return await finish(rows, flags.json)
}

process.exitCode = await main()
