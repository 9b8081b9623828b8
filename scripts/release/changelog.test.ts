import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkChangelog, checkRelease, compareVersions, notesOf, releaseEntries } from './changelog.ts'

const good = `# Changelog

For operators.

## Unreleased

- Lists have colours.

## 0.10.0 (2026-11-02)

- Faster.

## 0.9.1 (2026-10-30)

- The first one.
`

test('this project’s changelog is in order', () => {
  expect(checkChangelog(readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8'))).toEqual([])
})

describe('a changelog', () => {
  test('is in order when the newest version comes first', () => {
    expect(checkChangelog(good)).toEqual([])
  })

  test('starts with what is not released yet', () => {
    expect(checkChangelog(good.replace('## Unreleased', '## Coming'))).toEqual([
      'The first section is not "## Unreleased".',
      '"## Coming" is neither "## Unreleased" nor "## X.Y.Z (YYYY-MM-DD)".',
    ])
  })

  test('names version and date in every other heading', () => {
    expect(checkChangelog(good.replace('0.10.0 (2026-11-02)', 'v0.10'))).toEqual([
      '"## v0.10" is neither "## Unreleased" nor "## X.Y.Z (YYYY-MM-DD)".',
    ])
  })

  test('has an entry for every version', () => {
    expect(checkChangelog(good.replace('- Faster.', 'Faster.'))).toEqual([
      '0.10.0 has no entry: a line that starts with "- ".',
    ])
  })

  test('is refused when versions or dates stand in the wrong order', () => {
    expect(checkChangelog(good.replace('0.9.1', '0.10.1'))).toEqual([
      '0.10.0 stands above 0.10.1: the newest version comes first.',
    ])
    expect(checkChangelog(good.replace('2026-11-02', '2026-10-02'))).toEqual(['0.10.0 is dated before 0.9.1.'])
  })
})

describe('a release', () => {
  test('moves the entries under its version and leaves an empty "Unreleased"', () => {
    const released = releaseEntries(good, '0.11.0', '2026-11-16')
    expect(checkChangelog(released)).toEqual([])
    expect(notesOf(released, '0.11.0')).toBe('- Lists have colours.')
    expect(checkRelease(released, '0.12.0')).toEqual(['"Unreleased" has no entry, so there is nothing to release.'])
  })

  test('has a newer version than the last one', () => {
    expect(checkRelease(good, '0.10.0')).toEqual(['0.10.0 is not newer than 0.10.0.'])
    expect(checkRelease(good, '0.9.9')).toEqual(['0.9.9 is not newer than 0.10.0.'])
    expect(checkRelease(good, '0.10.1')).toEqual([])
  })

  test('without notes has none', () => {
    expect(notesOf(good, '1.0.0')).toBeNull()
  })
})

test('versions are compared by number', () => {
  expect(compareVersions('0.10.0', '0.9.1')).toBeGreaterThan(0)
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0)
})
