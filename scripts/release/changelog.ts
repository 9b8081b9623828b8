/** CHANGELOG.md as data: its sections, what is wrong with them, and the step from "Unreleased" to a version. */

export type Section = {
  /** Null: what is not released yet. */
  version: string | null
  date: string | null
  text: string
}

const heading = /^## (?:(Unreleased)|(\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\))$/

/** What stands before the first heading is the introduction. */
const split = (text: string) => text.split(/^(?=## )/m)

export function readSections(text: string): Section[] {
  return split(text)
    .slice(1)
    .map((section) => {
      const [first, ...rest] = section.split('\n')
      const [, , version = null, date = null] = heading.exec(first!) ?? []
      return { version, date, text: rest.join('\n').trim() }
    })
}

/** One sentence for each fault; none for a changelog that is right. */
export function checkChangelog(text: string): string[] {
  const problems: string[] = []
  const headings = text.split('\n').filter((line) => line.startsWith('## '))
  if (!text.startsWith('# Changelog\n')) problems.push('The first line is not "# Changelog".')
  if (headings[0] !== '## Unreleased') problems.push('The first section is not "## Unreleased".')
  for (const line of headings)
    if (!heading.test(line)) problems.push(`"${line}" is neither "## Unreleased" nor "## X.Y.Z (YYYY-MM-DD)".`)
  const sections = readSections(text).filter(({ version }) => version !== null)
  for (const { version, text } of sections)
    if (!/^- \S/m.test(text)) problems.push(`${version} has no entry: a line that starts with "- ".`)
  for (const [index, newer] of sections.entries()) {
    const older = sections[index + 1]
    if (!older) continue
    if (compareVersions(newer.version!, older.version!) <= 0)
      problems.push(`${newer.version} stands above ${older.version}: the newest version comes first.`)
    if (newer.date! < older.date!) problems.push(`${newer.version} is dated before ${older.version}.`)
  }
  return problems
}

/** What keeps this version from being released. */
export function checkRelease(text: string, version: string): string[] {
  const [unreleased, ...released] = readSections(text)
  const newest = released[0]?.version
  return [
    ...checkChangelog(text),
    ...(/^- \S/m.test(unreleased?.text ?? '') ? [] : ['"Unreleased" has no entry, so there is nothing to release.']),
    ...(newest && compareVersions(version, newest) <= 0 ? [`${version} is not newer than ${newest}.`] : []),
  ]
}

/** The entries move under the version, and an empty "Unreleased" stays above them. */
export const releaseEntries = (text: string, version: string, date: string) =>
  text.replace(/^## Unreleased$/m, `## Unreleased\n\n## ${version} (${date})`)

/** The entries of a version, for the release page. */
export const notesOf = (text: string, wanted: string): string | null =>
  readSections(text).find(({ version }) => version === wanted)?.text ?? null

export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  for (const index of [0, 1, 2]) if (a![index] !== b![index]) return a![index]! - b![index]!
  return 0
}
