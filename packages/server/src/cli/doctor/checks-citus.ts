/** What `doctor --citus` looks at: whether the tables and statements obey the rules of a cluster divided by store. */
import { fileURLToPath } from 'node:url'
import { isDistributed } from '../../database/citus/distribute.ts'
import { type ClusterRule, findViolations, type RuleViolation, rules } from '../../database/citus/rules.ts'
import { findWideStatements, type WideStatement } from '../../database/citus/statements.ts'
import type { Sql } from '../../database/connect.ts'
import { programFolder } from '../../database/package-folder.ts'
import type { Check } from './check.ts'

const program = fileURLToPath(programFolder)

export async function checkCitus(sql: Sql): Promise<Check[]> {
  const breaches = await findViolations(sql)
  const names = Object.keys(rules) as ClusterRule[]
  return [
    await checkCluster(sql),
    ...names.map((rule) => judgeRule(rule, breaches)),
    judgeStatements(await findWideStatements(program)),
  ]
}

async function checkCluster(sql: Sql): Promise<Check> {
  const name = 'citus'
  if (await isDistributed(sql)) return { name, state: 'ok', says: 'the tables are distributed by store' }
  const [row] = await sql`select to_regclass('pg_dist_partition') is not null as exists`
  if (!row?.exists) return { name, state: 'warn', says: 'not here: the rules below say whether it could be' }
  return { name, state: 'warn', says: 'here, and the tables are not distributed: start with HEARTBELL_CITUS=on' }
}

const fine: Record<ClusterRule, string> = {
  store: 'every table has a store, or is a reference table',
  keys: 'every primary and unique key starts with store_id',
  'foreign keys': 'each ties rows of one store, or leads to a reference table',
  triggers: 'none',
  sequences: 'none',
}

export function judgeRule(rule: ClusterRule, breaches: RuleViolation[]): Check {
  const broken = breaches.filter((breach) => breach.rule === rule)
  if (broken.length === 0) return { name: rule, state: 'ok', says: fine[rule] }
  return { name: rule, state: 'fail', says: `${broken.map(({ where }) => where).join(', ')}: ${rules[rule]}` }
}

export function judgeStatements(everyStore: WideStatement[]): Check {
  const name = 'statements'
  const refused = everyStore.filter((statement) => statement.refused !== null)
  const says = `${everyStore.length} mean all stores, the others name one`
  if (refused.length === 0) return { name, state: 'ok', says }
  const told = refused.map(({ file, refused }) => `${file} ${refused}`)
  const advice = 'ask first which store has work, then do it within that store'
  return { name, state: 'fail', says: `${says}; ${told.join(', ')}: ${advice}` }
}
