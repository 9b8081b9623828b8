/** The documentation of errors: for each status, the refusals to expect with their messages. */
import { alertObjection, otherProduct } from '../alerts/people-refusals.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { badField, errorBody, type Reason, Refusal, reasons } from '../wire/errors.ts'
import {
  callerNames,
  identifyNames,
  listCallNames,
  listNames,
  shareNames,
  storeSubscriptionNames,
} from '../wire/names.ts'
import * as no from '../wire/refusals.ts'
import { acceptsKey } from './openapi-requests.ts'

/** One sample of each refusal. `invalid-…` ends with the name of the wrong field. */
const samples: Refusal[] = [
  no.twoStores(),
  no.badIdempotencyKey(),
  no.idempotencyKeyReused(),
  no.unknownListType(['wl', 'sfl']),
  no.nothingToChange(),
  no.unknownProduct('40321'),
  no.badCursor(),
  no.badCatalogCursor(),
  no.badEventCursor(),
  no.eventCursorTooOld(),
  no.eventFeedOff(),
  no.noProductsNamed(),
  badField([identifyNames.uuid], 'must be a UUID v4 (RFC 4122)'),
  badField([identifyNames.email], 'must be an e-mail address'),
  badField([identifyNames.userAgentType], 'is required: the type of the calling user agent'),
  badField([listNames.name], 'must be 3 to 50 characters'),
  badField([listCallNames.productIds], `or ${listCallNames.variantIds} is required`),
  badField([shareNames.toEmail], 'must be an e-mail address'),
  badField([shareNames.medium], 'is required'),
  badField([storeSubscriptionNames.address], 'must be an e-mail address'),
  no.badKey(),
  no.readOnlyKey(),
  no.badRegid(),
  no.badSession(),
  no.identityRequired(),
  no.noFeed(),
  no.badIdentity('is not a token signed with this store’s identity secret'),
  no.loginRequired('Making a list public'),
  no.savedAlertsOff(),
  no.listNotPublic(),
  no.customItemsDisabled(),
  no.inventoryNotManaged(),
  no.unknownStore(),
  no.unknownList(),
  no.unknownSubscription(),
  no.unknownItem('40321'),
  otherProduct('40321'),
  ...['unconfirmed', 'suppressed', 'left', 'told', 'sold-out', 'product-gone', 'product-unknown', 'price-up-again'].map(
    alertObjection,
  ),
  ...['units-offered', 'moved-meanwhile', 'topic-disabled', 'medium-off'].map(alertObjection),
  no.templateFault('html', 3, 7, 'tag "for" not closed'),
  no.unknownVersion(),
  no.nothingToUndo(),
  no.unknownIntegration('smtp'),
  no.unknownWebhook(),
  no.tooManyWebhooks(20),
  no.nameTaken('Living room'),
  no.secondSavedList(),
  no.tooManyLists(250),
  no.tooManyItems(100_000),
  no.tooManyBytes(100 * 1024 ** 2),
  no.storeFull(100_000_000),
  no.wrongSyncAccount(),
  new Refusal('too-large', 'body-too-large', 'The body is larger than 1 MiB.'),
  new Refusal('wrong-media', 'unsupported-media-type', 'Send application/x-www-form-urlencoded or application/json.'),
  new Refusal('too-many', 'too-many-requests', 'Too many requests; try again in 1 s.', 1),
  new Refusal('broken', 'internal-error', 'Something went wrong on our side; try again later.'),
  new Refusal('away', 'database-away', 'The service can’t reach its database right now; try again shortly.', 1),
  new Refusal('away', 'locked', 'Another call is changing the same data right now; try again shortly.', 1),
  new Refusal('away', 'busy', 'Too many calls of this store or shopper are running; try again shortly.', 1),
  new Refusal(
    'away',
    'read-only',
    'Nothing can be saved right now, because the database does not accept writes; reading still works. Try again shortly.',
    5,
  ),
  new Refusal('away', 'maintenance', 'The service is down for maintenance; try again in a minute.', 60),
]

const statusOf = ({ reason }: Refusal) => reasons[reason]

export const sampleRefusal = (status: number, type: string) =>
  samples.find((sample) => sample.type === type && statusOf(sample) === status)

/** A key that may only read calls nothing but GET. */
const ofReadOnlyKey: Expected = [[403, 'read-only-key']]

const errorsOfAuth: Record<Endpoint['auth'], Expected> = {
  store: [[401, 'unauthorised']],
  shopper: [
    [400, `invalid-${callerNames.pid}`],
    [401, 'sw-badregid'],
    [401, 'invalid-session'],
    [404, 'unknown-store'],
  ],
  open: [
    [400, `invalid-${callerNames.pid}`],
    [404, 'unknown-store'],
  ],
}

const withKey = [
  [400, 'invalid-idempotency-key'],
  [409, 'idempotency-key-reused'],
] as const

const everywhere = [
  [429, 'too-many-requests'],
  [500, 'internal-error'],
  [503, 'database-away'],
  [503, 'locked'],
  [503, 'busy'],
  [503, 'read-only'],
  [503, 'maintenance'],
] as const

const withBody = [
  [413, 'body-too-large'],
  [415, 'unsupported-media-type'],
] as const

const meanings: Record<Reason, string> = {
  'bad-request': 'A field is missing or wrong; the message names it.',
  'not-identified': 'The credentials are missing or wrong.',
  'not-allowed': 'This is not allowed.',
  'not-found': 'It does not exist, or it belongs to somebody else.',
  'wrong-method': 'The path exists with another method.',
  conflict: 'It conflicts with existing data.',
  'too-large': 'The body is too large.',
  'wrong-media': 'The body is neither a form nor JSON.',
  'too-many': 'Too many requests; try again after the time in `Retry-After`.',
  broken: 'An error on our side; try again later.',
  away: 'Temporarily unavailable; try again after the time in `Retry-After`.',
}

export function errorAnswers(endpoint: Endpoint): Record<string, unknown> {
  const { auth, method, refusals = [] } = endpoint
  const own = [
    ...errorsOfAuth[auth],
    ...(auth === 'store' && method !== 'GET' ? ofReadOnlyKey : []),
    ...refusals,
    ...(acceptsKey(endpoint) ? withKey : []),
  ]
  const statuses = [...new Set([...(method !== 'GET' ? [400] : []), ...own.map(([status]) => status)])]
  return {
    ...Object.fromEntries(statuses.map((status) => [status, errorAnswer(status, [...new Set(typesOf(own, status))])])),
    ...(method !== 'GET' && references(withBody)),
    ...references(everywhere),
  }
}

type Expected = readonly (readonly [status: number, type: string])[]

const statusesOf = (expected: Expected) => [...new Set(expected.map(([status]) => status))]

const references = (expected: Expected) =>
  Object.fromEntries(statusesOf(expected).map((status) => [status, { $ref: `#/components/responses/${status}` }]))

/** Documented once, because every call has them. */
export function commonErrorAnswers(): Record<string, unknown> {
  const common = [...withBody, ...everywhere]
  return Object.fromEntries(statusesOf(common).map((status) => [status, errorAnswer(status, typesOf(common, status))]))
}

const typesOf = (expected: Expected, status: number) => expected.filter(([of]) => of === status).map(([, type]) => type)

function errorAnswer(status: number, types: string[]): Record<string, unknown> {
  const reason = (Object.keys(reasons) as Reason[]).find((reason) => reasons[reason] === status)!
  const examples = Object.fromEntries(
    types.map((type) => [
      type,
      { value: bodyOf(sampleRefusal(status, type) ?? new Refusal(reason, type, meanings[reason])) },
    ]),
  )
  const headers = reason === 'too-many' || reason === 'away' ? { 'Retry-After': retryAfter } : undefined
  return {
    description: meanings[reason],
    ...(headers && { headers }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        ...(types.length > 0 && { examples }),
      },
    },
  }
}

const retryAfter = { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } }

const requestId = 'b7c0a9d4-2f1e-4c6b-9a58-0d3e7f6c5b21'

const bodyOf = ({ type, message }: Refusal) => errorBody.write({ error: true, type, msg: message, message, requestId })
