/** Every statement about the interface, by section: S… of the specification, C… of what was decided where it is silent. */
import type { Section } from './section.ts'
import { specCalls } from './spec-calls.ts'
import { specRecords } from './spec-records.ts'

export const sections: Section[] = [...specRecords, ...specCalls]

export const idsOf = (of: Section[]): string[] =>
  of.flatMap(({ id, statements }) => Object.keys(statements).map((key) => `${id}.${key}`))
