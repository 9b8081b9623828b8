/** Finds faults in an answer: a server error, internal details in a text, hostile text that is not escaped. */
import type { Hostile } from './requests.ts'

export type Answer = { status: number; contentType: string; body: string; requestId: string; location?: string }

const refusalWords = ['error', 'type', 'msg', 'message', 'requestid']
const insides = /node_modules|\bat .*\.(ts|js):\d|PostgresError|syntax error at/i
/** Content of files that must not be readable. */
const leaks = /root:x:0:0|"workspaces"\s*:|\[core\]\s+repositoryformatversion/

export function findFault(request: Hostile, answer: Answer): string | undefined {
  const { status, body } = answer
  if (status >= 500) return `status ${status}`
  if (leaks.test(body)) return 'the content of a private file'
  if (request.method === 'HEAD' || (request.method === 'OPTIONS' && status === 204)) return undefined
  return request.entryPoint === 'api' ? wrongInApi(answer) : wrongElsewhere(answer)
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
    return `redirects to ${location}`
  if (/html|xml|svg/.test(contentType)) return wrongMarkup(body)
  if (contentType.startsWith('application/json')) return wrongJson(answer)
  return body !== '' && contentType === '' ? 'a body without a content type' : undefined
}

function wrongJson({ status, body, requestId }: Answer): string | undefined {
  const parsed = parse(body)
  if (parsed === undefined) return 'a body that is not JSON'
  if (status < 400) return undefined
  const isRefusal = typeof parsed === 'object' && parsed !== null && Object.keys(parsed).join() === refusalWords.join()
  if (!isRefusal) return 'an error body with other fields'
  const { error, type, msg, message, requestid } = parsed as Record<string, unknown>
  if (error !== true || msg !== message || requestid !== requestId) return 'an error body that contradicts itself'
  if (!/^[a-z]+(-[a-z]+)*$/.test(String(type))) return `an unreadable type: ${type}`
  return insides.test(String(msg)) ? 'an error that shows internal details' : undefined
}

/** Markup of the corpora, which a page must escape. */
const alive = [/<script>alert\(1\)/i, /<img src=x/i, /<!\[CDATA\[x/i]
const attributes = /\s([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

function wrongMarkup(body: string): string | undefined {
  if (insides.test(body)) return 'a page that shows internal details'
  const found = alive.find((pattern) => pattern.test(body))
  if (found) return `unescaped hostile text: ${found.exec(body)![0]}`
  for (const tag of body.match(/<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>/gi) ?? [])
    for (const [all, name, ...values] of tag.matchAll(attributes)) {
      const leads = /^(href|src|action)$/i.test(name!) && /^\s*(java\s*script:|data:text)/i.test(values.join(''))
      if (leads || /^on/i.test(name!)) return `an attribute that runs code: ${all}`
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
