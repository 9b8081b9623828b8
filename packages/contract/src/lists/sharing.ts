/** Sharing: make a list public or private, archive it, send it by e-mail, and count shares. */
import { z } from 'zod'
import { documentedAs } from '../wire/documented.ts'
import { email, optional, personName, requiredText, singleLine, text, withoutLinks } from '../wire/fields.ts'
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
  'Let only its owner read the list',
  resource(shareNames, { listId }),
  whole,
  { refusals: [loginRequired, unknownList] },
)

export const markArchived = listCall('markArchived', 'Archive a list', resource(shareNames, { listId }), whole, {
  refusals: [unknownList],
})

export const markUnarchived = listCall(
  'markUnarchived',
  'Restore an archived list',
  resource(shareNames, { listId }),
  whole,
  { refusals: [unknownList, [409, 'sfl-exists']] },
)

/** A single line, because it goes into a header of the e-mail. */
const fromName = optional(singleLine(100))

export const emailList = listCall(
  'emailList',
  'Send a public list by e-mail',
  resource(shareNames, {
    listId,
    fromName: optional(personName(50)),
    toEmail: email,
    note: optional(withoutLinks(text(2000))),
    locale: optional(text(100)),
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
  'Count that a list was shared, and over which medium',
  resource(shareNames, { listId, fromName, medium }),
  resource(shareNames, { status: z.literal('success') }).wire.strict(),
  { refusals: [unknownList, [400, 'invalid-medium']] },
)
