/** Customers, sent by the store's server: what the lists of a shopper say about their owner. */
import { z } from 'zod'
import { documentedAs } from '../wire/documented.ts'
import { endpoint } from '../wire/endpoint.ts'
import { clearable, email, jsonText, optional, productKey, singleLine, yesNo } from '../wire/fields.ts'
import { freeMap } from '../wire/free-map.ts'
import { customerCallNames, customerNames, mediumNames, platformDataNames, preferencesNames } from '../wire/names.ts'
import { moment, wholeNumber } from '../wire/numbers.ts'
import { refuseOtherNames } from '../wire/other-names.ts'
import { resource } from '../wire/resource.ts'
import { decimalText, instant } from '../wire/text-values.ts'

const mostCustomers = 1000
const tooMany = `may contain at most ${mostCustomers} customers`

/** Every list of an answer repeats its owner's record, so a record stays small: bytes of its parts as JSON. */
export const mostTagBytes = 4 * 1024
export const mostDataBytes = 8 * 1024
const mostPreferenceBytes = 4 * 1024

/** A medium of a customer is a name and a choice; no shop has more. */
export const mostMediums = 10

const atMostBytes = <T extends z.ZodType>(reader: T, most: number) =>
  documentedAs(
    reader.refine((value) => Buffer.byteLength(JSON.stringify(value)) <= most, {
      message: `must be at most ${most / 1024} KiB of JSON`,
    }),
    reader,
  )

const tags = optional(atMostBytes(z.array(singleLine(255)).max(250, 'may contain at most 250 tags'), mostTagBytes))

/** Only fields that are sent change; null clears one. */
const sentPlatformData = resource(platformDataNames, {
  tags,
  addresses: optional(z.array(freeMap).max(20, 'may contain at most 20 addresses')),
  ordersCount: clearable(wholeNumber(0, 1_000_000_000)),
  state: clearable(singleLine(40)),
  acceptsMarketing: clearable(yesNo),
  updatedAt: clearable(instant),
  createdAt: clearable(instant),
  totalSpent: clearable(decimalText),
  lastOrderId: clearable(productKey),
})

const sentMedium = resource(mediumNames, {
  signedUpAt: moment,
  acceptsMarketing: yesNo,
  source: optional(singleLine(100)),
})

const sentPreferences = resource(preferencesNames, {
  mediums: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_-]{0,19}$/i, 'must be the name of a medium, such as email'),
      sentMedium.reader,
    )
    .refine((mediums) => Object.keys(mediums).length <= mostMediums, {
      message: `may contain at most ${mostMediums} mediums`,
    }),
})

const anyValue = clearable(
  z.union([z.boolean(), z.number(), singleLine(255)], { error: 'must be text, a number, true or false' }),
)

const customer = resource(customerNames, {
  email: optional(email),
  userEmail: optional(email),
  firstName: clearable(singleLine(255)),
  lastName: clearable(singleLine(255)),
  phone: clearable(singleLine(40)),
  storeMarketing: anyValue,
  userType: anyValue,
  acceptsMarketing: clearable(yesNo),
  externalTags: tags,
  preferences: optional(atMostBytes(sentPreferences.reader, mostPreferenceBytes)),
  platformData: optional(atMostBytes(sentPlatformData.reader, mostDataBytes)),
})

export type Customer = z.output<typeof customer.reader>

/** One of two names for the address, and the same if both are sent. */
const withAddress = <T extends z.ZodType<{ email?: string | undefined; userEmail?: string | undefined }>>(reader: T) =>
  reader.superRefine(({ email, userEmail }, context) => {
    const address = [customerNames.email]
    if (!email && !userEmail) context.addIssue({ code: 'custom', path: address, message: 'is required' })
    if (email && userEmail && email !== userEmail)
      context.addIssue({ code: 'custom', path: address, message: `differs from ${customerNames.userEmail}` })
  })

/** Names that platforms use for the same fields: without this they would be ignored, and the data lost. */
const customerReader = refuseOtherNames(
  withAddress(customer.reader),
  resource(customerNames, { ...customer.shape, email }).wire,
  {
    email: customerNames.email,
    first_name: customerNames.firstName,
    firstName: customerNames.firstName,
    last_name: customerNames.lastName,
    lastName: customerNames.lastName,
    phone: customerNames.phone,
    tags: customerNames.externalTags,
    accepts_marketing: customerNames.acceptsMarketing,
    [platformDataNames.ordersCount]: `${customerNames.platformData}.${platformDataNames.ordersCount}`,
    [platformDataNames.totalSpent]: `${customerNames.platformData}.${platformDataNames.totalSpent}`,
    addresses: `${customerNames.platformData}.${platformDataNames.addresses}`,
  },
)

export const customersAnswer = resource(customerCallNames, { recorded: z.int(), older: z.int() })

export const recordCustomers = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/customers',
  auth: 'store',
  tag: 'Identity',
  summary: 'Send customers: their names, tags and history, as the lists of these shoppers show them',
  fields: resource(customerCallNames, {
    customers: jsonText(z.array(customerReader).min(1, 'must contain a customer').max(mostCustomers, tooMany)),
  }),
  answer: customersAnswer.wire.strict(),
})

const reference = resource(customerNames, { email: optional(email), userEmail: optional(email) })
const documentedReference = resource(customerNames, { ...reference.shape, email })
const referenceReader = refuseOtherNames(withAddress(reference.reader), documentedReference.wire, {
  email: customerNames.email,
})

export const customersDeletion = resource(customerCallNames, { deleted: z.int() })

export const deleteCustomers = endpoint({
  method: 'POST',
  path: '/storeadmin/v3/customers/delete',
  auth: 'store',
  tag: 'Identity',
  act: 'customers-deleted',
  summary: 'Delete what was sent about customers; their lists and alerts stay',
  fields: resource(customerCallNames, {
    customers: jsonText(z.array(referenceReader).min(1, 'must contain a customer').max(mostCustomers, tooMany)),
  }),
  answer: customersDeletion.wire.strict(),
})
