/** Sharing: making a list public or private, putting it away, sending it by e-mail, and telling that it was shared (contract 3). */
import { z } from 'zod'
import { documentedAs, email, optional, requiredText, singleLine, text, withoutLinks } from '../wire/fields.ts'
import { shareNames } from '../wire/names.ts'
import { resource } from '../wire/resource.ts'
import { listCall, listId, listRecord, unknownList } from './lists.ts'

const whole = listRecord.wire.strict()
const loginRequired = [403, 'login-required'] as const

export const markPublic = listCall(
  'markPublic',
  'Let anybody who has the list’s id read it',
  resource(shareNames, { listId }),
  whole,
  { refusals: [loginRequired, unknownList] },
)

export const markPrivate = listCall(
  'markPrivate',
  'Let nobody but its owner read the list',
  resource(shareNames, { listId }),
  whole,
  { refusals: [loginRequired, unknownList] },
)

export const markArchived = listCall('markArchived', 'Put a list away', resource(shareNames, { listId }), whole, {
  refusals: [unknownList],
})

export const markUnarchived = listCall(
  'markUnarchived',
  'Take a list out again that was put away',
  resource(shareNames, { listId }),
  whole,
  { refusals: [unknownList, [409, 'sfl-exists']] },
)

/** It stands in a header of the e-mail, so it is one line. */
const fromName = optional(singleLine(100))

export const emailList = listCall(
  'emailList',
  'Send a public list to somebody by e-mail',
  resource(shareNames, {
    listId,
    fromName: optional(withoutLinks(singleLine(100))),
    toEmail: email,
    note: optional(withoutLinks(text(2000))),
  }),
  resource(shareNames, { list: whole, message: z.string() }).wire.strict(),
  {
    refusals: [loginRequired, unknownList, [403, 'list-not-public'], [400, 'invalid-toemail']],
  },
)

const medium = documentedAs(
  requiredText(64).pipe(singleLine(64).transform((value) => value.trim().toLowerCase())),
  requiredText(64),
)

export const reportShare = listCall(
  'reportShare',
  'Count that a list was shared, and by which way',
  resource(shareNames, { listId, fromName, medium }),
  resource(shareNames, { status: z.literal('success') }).wire.strict(),
  { refusals: [unknownList, [400, 'invalid-medium']] },
)
