/** Every call of the API as tables for a document, by group: so that a page can list them all and never be outdated. */
import { allEndpoints } from '../endpoints.ts'
import type { Endpoint } from '../wire/endpoint.ts'

const begin = '<!-- calls: npm run openapi -->'
const end = '<!-- end of calls -->'

const writeRow = ({ method, path, aliases = [], auth, summary }: Endpoint) =>
  `| ${[path, ...aliases].map((one) => `\`${method} ${one}\``).join('<br>')} | ${auth} | ${summary} |`

function writeTables(): string {
  const groups = new Map<string, Endpoint[]>()
  for (const [, endpoint] of allEndpoints) groups.set(endpoint.tag, [...(groups.get(endpoint.tag) ?? []), endpoint])
  return [...groups]
    .map(([tag, calls]) =>
      [`**${tag}**`, '', '| call | as | what it does |', '|---|---|---|', ...calls.map(writeRow)].join('\n'),
    )
    .join('\n\n')
}

/** The document with the tables of today between its two marks. */
export function updateCallTables(document: string): string {
  const [before, after] = [document.indexOf(begin), document.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`The document has no ${begin} … ${end}`)
  return `${document.slice(0, before)}${begin}\n\n${writeTables()}\n\n${document.slice(after)}`
}
