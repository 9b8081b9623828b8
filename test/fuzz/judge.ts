/** What is wrong with an answer, if anything is: a fault of ours, a text that shows our inside, hostile text shown as it came. */
import type { Hostile } from './requests.ts'

export type Answer = { status: number; contentType: string; body: string; requestId: string; location?: string }

const refusalWords = ['error', 'type', 'msg', 'message', 'requestid']
const insides = /node_modules|\bat .*\.(ts|js):\d|PostgresError|syntax error at/i
/** Of files that nobody may read. */
const leaks = /root:x:0:0|"workspaces"\s*:|\[core\]\s+repositoryformatversion/

export function wrongWith(request: Hostile, answer: Answer): string | undefined {
  const { status, body } = answer
  if (status >= 500) return `status ${status}`
  if (leaks.test(body)) return 'a file that nobody may read'
  if (request.method === 'HEAD' || (request.method === 'OPTIONS' && status === 204)) return undefined
  return request.door === 'api' ? wrongInApi(answer) : wrongElsewhere(answer)
}

function wrongInApi(answer: Answer): string | undefined {
  const { status, contentType } = answer
  if (!contentType.startsWith('application/json')) return `content type ${contentType}`
  if (status < 400 && status !== 200) return `status ${status}`
  return wrongJson(answer)
}

function wrongElsewhere(answer: Answer): string | undefined {
  const { contentType, body, location } = answer
  if (location !== undefined && !/^(https?:\/\/[\w.:-]+([/?#]|$)|\/(?!\/)|\?)/.test(location))
    return `leads to ${location}`
  if (/html|xml|svg/.test(contentType)) return wrongMarkup(body)
  if (contentType.startsWith('application/json')) return wrongJson(answer)
  return body !== '' && contentType === '' ? 'a body that does not say what it is' : undefined
}

function wrongJson({ status, body, requestId }: Answer): string | undefined {
  const parsed = parse(body)
  if (parsed === undefined) return 'a body that is no JSON'
  if (status < 400) return undefined
  const isRefusal = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).join() === refusalWords.join()
  if (!isRefusal) return 'a refusal in a shape of its own'
  const { error, type, msg, message, requestid } = parsed as Record<string, unknown>
  if (error !== true || msg !== message || requestid !== requestId) return 'a refusal that contradicts itself'
  if (!/^[a-z]+(-[a-z]+)*$/.test(String(type))) return `a type nobody can read: ${type}`
  return insides.test(String(msg)) ? 'a refusal that shows our inside' : undefined
}

/** The corpora's own markup, which a page may only show escaped. */
const alive = [/<script>alert\(1\)/i, /<img src=x/i, /<!\[CDATA\[x/i]
const attributes = /\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

function wrongMarkup(body: string): string | undefined {
  if (insides.test(body)) return 'a page that shows our inside'
  const found = alive.find((pattern) => pattern.test(body))
  if (found) return `hostile text that is alive: ${found.exec(body)![0]}`
  for (const tag of body.match(/<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi) ?? [])
    for (const [all, name, ...values] of tag.matchAll(attributes)) {
      const leads = /^(href|src|action)$/i.test(name!) && /^\s*(java\s*script:|data:text)/i.test(values.join(''))
      if (leads || /^on/i.test(name!)) return `an attribute that is alive: ${all}`
    }
  return undefined
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
