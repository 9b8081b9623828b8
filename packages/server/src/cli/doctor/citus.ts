/** The checks of `doctor --citus`: whether tables and statements follow the rules of a cluster that is distributed by store. */
import { fileURLToPath } from 'node:url'
import { hasCitus, isDistributed } from '../../database/citus/distribute.ts'
import { type ClusterRule, findViolations, type RuleViolation, rules } from '../../database/citus/rules.ts'
import { findWideStatements, type WideStatement } from '../../database/citus/statements.ts'
import type { Sql } from '../../database/connect.ts'
import { programFolder } from '../../database/package-folder.ts'
import type { DoctorCheck } from './check.ts'

const program = fileURLToPath(programFolder)

export async function checkCitus(sql: Sql): Promise<DoctorCheck[]> {
  const violations = await findViolations(sql)
  const names = Object.keys(rules) as ClusterRule[]
  return [
    await checkCluster(sql),
    ...names.map((rule) => assessRule(rule, violations)),
    assessStatements(await findWideStatements(program)),
  ]
}

async function checkCluster(sql: Sql): Promise<DoctorCheck> {
  const name = 'citus'
  if (await isDistributed(sql)) return { name, state: 'ok', says: 'the tables are distributed by store' }
  if (!(await hasCitus(sql)))
    return { name, state: 'warn', says: 'not installed; the rules below show whether the tables could be distributed' }
  return { name, state: 'warn', says: 'installed, but the tables are not distributed: start with HEARTBELL_CITUS=on' }
}

const okTexts: Record<ClusterRule, string> = {
  store: 'every table has a store, or is a reference table',
  keys: 'every primary and unique key starts with store_id',
  'foreign keys': 'each connects rows of one store, or refers to a reference table',
  triggers: 'none',
  sequences: 'none',
}

function assessRule(rule: ClusterRule, violations: RuleViolation[]): DoctorCheck {
  const broken = violations.filter((violation) => violation.rule === rule)
  if (broken.length === 0) return { name: rule, state: 'ok', says: okTexts[rule] }
  return { name: rule, state: 'fail', says: `${broken.map(({ where }) => where).join(', ')}: ${rules[rule]}` }
}

function assessStatements(everyStore: WideStatement[]): DoctorCheck {
  const name = 'statements'
  const refused = everyStore.filter((statement) => statement.refused !== null)
  const says = `${everyStore.length} cover all stores, each other statement names one store`
  if (refused.length === 0) return { name, state: 'ok', says }
  const problems = refused.map(({ file, refused }) => `${file} ${refused}`)
  const advice = 'first find which store has work, then do it inside that store'
  return { name, state: 'fail', says: `${says}; ${problems.join(', ')}: ${advice}` }
}
