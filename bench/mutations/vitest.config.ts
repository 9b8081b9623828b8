/** The tests of one group, fastest files first: most mutants are killed before a server has to be loaded. */
import { relative } from 'node:path'
import { mergeConfig } from 'vitest/config'
import type { TestSpecification } from 'vitest/node'
import house from '../../vitest.config.ts'
import { groups } from './groups.ts'

const order = groups.flatMap(({ tests }) => tests)

class CheapestFirst {
  sort = async (files: TestSpecification[]) => files.sort((one, other) => placeOf(one) - placeOf(other))
  shard = async (files: TestSpecification[]) => files
}

const placeOf = ({ moduleId }: TestSpecification) => order.indexOf(relative(process.cwd(), moduleId))

export default mergeConfig(house, { test: { sequence: { sequencer: CheapestFirst }, testTimeout: 60_000 } })
