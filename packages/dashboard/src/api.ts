/** Requests to the server, typed by the contract that both sides share. */
import type { Answer, PersonRoutes, Sent, StoreRoutes } from '@heartbell/contract/dashboard/routes'

export class ApiError extends Error {
  readonly status: number
  readonly type: string
  /** Milliseconds after which a retry makes sense. */
  readonly retryAfter: number | undefined
  constructor(status: number, type: string, message: string, retryAfter?: number) {
    super(message)
    this.status = status
    this.type = type
    this.retryAfter = retryAfter
  }
}

export const apiPath = '/dashboard/api'

type Fields = Readonly<Record<string, unknown>>
type Paths<Routes, Method extends string> = keyof Routes extends infer Key
  ? Key extends `${Method} ${infer Path}`
    ? Path
    : never
  : never

export type PersonGet = Paths<PersonRoutes, 'GET'>
export type PersonPost = Paths<PersonRoutes, 'POST'>
export type StoreGet = Paths<StoreRoutes, 'GET'>
export type StorePost = Paths<StoreRoutes, 'POST'>

export type PersonSent<Path extends PersonPost> = Sent<PersonRoutes[`POST ${Path}`]>
export type PersonAnswer<Path extends PersonPost> = Answer<PersonRoutes[`POST ${Path}`]>
export type StoreSent<Path extends StorePost> = Sent<StoreRoutes[`POST ${Path}`]>
export type StoreAnswer<Path extends StorePost> = Answer<StoreRoutes[`POST ${Path}`]>
export type StoreQuery<Path extends StoreGet> = Sent<StoreRoutes[`GET ${Path}`]>
export type StoreData<Path extends StoreGet> = Answer<StoreRoutes[`GET ${Path}`]>
/** Routes that return a table, page by page. */
export type TablePath = {
  [Path in StoreGet]: StoreData<Path> extends { rows: unknown[]; next: string | null } ? Path : never
}[StoreGet]
export type TableRow<Path extends TablePath> = StoreData<Path> extends { rows: (infer Row)[] } ? Row : never

/** Parameters without a value are left out. */
export function writeQuery(fields: Fields): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

/** Fields named in the path (`/lists/:listId`) go into it; the others are left for the query or the body. */
function fillPath(path: string, fields: Fields): [path: string, others: Fields] {
  const others: Record<string, unknown> = { ...fields }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    delete others[name]
    return encodeURIComponent(String(fields[name]))
  })
  return [filled, others]
}

const inStore = (store: string, path: string) => `/stores/${store}${path}`

function getJson(path: string, fields: Fields): Promise<unknown> {
  const [filled, others] = fillPath(path, fields)
  return request(filled + writeQuery(others))
}

function postJson(path: string, fields: Fields): Promise<unknown> {
  const [filled, others] = fillPath(path, fields)
  return request(filled, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-heartbell': 'dashboard' },
    body: JSON.stringify(others),
  })
}

export const get = <Path extends PersonGet>(path: Path) =>
  getJson(path, {}) as Promise<Answer<PersonRoutes[`GET ${Path}`]>>

export const post = <Path extends PersonPost>(path: Path, fields: PersonSent<Path>) =>
  postJson(path, fields) as Promise<PersonAnswer<Path>>

export const getFromStore = <Path extends StoreGet>(store: string, path: Path, fields: StoreQuery<Path>) =>
  getJson(inStore(store, path), fields) as Promise<StoreData<Path>>

export const postToStore = <Path extends StorePost>(store: string, path: Path, fields: StoreSent<Path>) =>
  postJson(inStore(store, path), fields) as Promise<StoreAnswer<Path>>

/** The body is the file itself. */
export const uploadToStore = <Path extends '/imports' | '/imports/preview'>(
  store: string,
  path: Path,
  fields: StoreSent<Path>,
  file: Blob,
) =>
  request(inStore(store, path) + writeQuery(fields), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-heartbell': 'dashboard' },
    body: file,
  }) as Promise<StoreAnswer<Path>>

async function request(path: string, init?: RequestInit): Promise<unknown> {
  const reply = await fetch(apiPath + path, init).catch(() => {
    throw new ApiError(0, 'unreachable', 'The service can’t be reached.')
  })
  const body = await reply.json().catch(() => ({}))
  if (!reply.ok)
    throw new ApiError(
      reply.status,
      body.type ?? 'unknown',
      body.msg ?? `The service answered ${reply.status}.`,
      Number(reply.headers.get('retry-after')) * 1000 || undefined,
    )
  return body
}

/** The address of a page that is shown in a frame. */
export const frameUrl = <Path extends StoreGet>(store: string, path: Path, fields: StoreQuery<Path>) =>
  apiPath + inStore(store, path) + writeQuery(fields)

/** The address of a whole table as a file. */
export function csvUrl(store: string, path: TablePath, fields: Fields): string {
  const [filled, others] = fillPath(inStore(store, path), fields)
  return `${apiPath}${filled}.csv${writeQuery(others)}`
}
