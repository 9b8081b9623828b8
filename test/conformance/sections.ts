/** Every statement about the interface, by section: S… of the specification, C… of what was decided where it is silent. */
import { contractAlerts } from './contract-alerts.ts'
import { contractCallers } from './contract-callers.ts'
import { contractCalls } from './contract-calls.ts'
import { contractLists } from './contract-lists.ts'
import { contractScript } from './contract-script.ts'
import type { Section } from './section.ts'
import { specCalls } from './spec-calls.ts'
import { specRecords } from './spec-records.ts'

const numberOf = ({ id }: Section) => Number(id.slice(1))
const contract = [...contractCalls, ...contractLists, ...contractAlerts, ...contractScript, ...contractCallers]

export const sections: Section[] = [...specRecords, ...specCalls, ...contract.sort((a, b) => numberOf(a) - numberOf(b))]

export const idsOf = (of: Section[]): string[] =>
  of.flatMap(({ id, statements }) => Object.keys(statements).map((key) => `${id}.${key}`))
