/** SMS and WhatsApp by Twilio, with reports on each message and on who answered STOP. */
import { type Field, type IntegrationType, patternOf, secretOf, urlOf, type Values } from './integration-type.ts'

const account = {
  'account-sid': patternOf('The account’s SID', 'must be AC and 32 characters', /^AC[0-9a-zA-Z]{32}$/, {
    required: true,
  }),
  'auth-token': secretOf('The account’s auth token', { required: true }),
}

const messagingService = {
  'messaging-service': patternOf(
    'A messaging service instead of a number',
    'must be MG and 32 characters',
    /^MG[0-9a-zA-Z]{32}$/,
  ),
}

const rest = {
  'help-text': patternOf('What HELP is answered with', 'must be at most 320 characters', /^[^\p{Cc}]{1,320}$/u),
  'api-url': urlOf('Another address of Twilio’s API (a region, a proxy)'),
}

const needsSender = (values: Values) =>
  values.from || values['messaging-service'] ? null : 'One of from and messaging-service is required.'

export const twilio: IntegrationType = {
  kind: 'twilio',
  title: 'SMS (Twilio)',
  what: 'Sends the store’s SMS, learns what became of them, and listens for STOP, START and HELP',
  hook: true,
  fields: {
    ...account,
    from: patternOf(
      'The number or name that SMS come from',
      'must be a phone number such as +15550100 or a sender name',
      /^(\+\d{5,15}|\d{3,8}|[A-Za-z0-9 ]{1,11})$/,
    ),
    ...messagingService,
    'validity-seconds': patternOf(
      'How long Twilio may try to send one',
      'must be a whole number from 1 to 36000',
      /^([1-9]\d{0,3}|[12]\d{4}|3[0-5]\d{3}|36000)$/,
      {
        initial: '14400',
      },
    ),
    ...rest,
  },
  rule: needsSender,
}

const template = /^([\p{L}\p{N}][\p{L}\p{N} _.-]*|\*)(\/[a-z]{2,3}(-[a-z0-9]{2,8})*)?=HX[0-9a-f]{32}$/iu
const isTemplates = (text: string) => text.split(',').every((entry) => template.test(entry.trim()))

const words = ['product', 'variant', 'price', 'store', 'link', 'unsubscribe', 'alerts', 'text']
const variable = new RegExp(`^([A-Za-z0-9_]{1,16}=)?(${words.join('|')})$`)
const variables = (what: string, initial: string): Field => ({
  what,
  says: `must be some of ${words.join(', ')}, separated by commas, each with or without a name such as title=product`,
  allows: (text) => text.split(',').every((entry) => variable.test(entry.trim())),
  initial,
})

export const whatsapp: IntegrationType = {
  kind: 'whatsapp',
  title: 'WhatsApp (Twilio)',
  what: 'Sends the store’s WhatsApp messages from approved templates, learns what became of them, and listens for STOP, START and HELP',
  hook: true,
  fields: {
    ...account,
    from: patternOf('The number of the WhatsApp sender', 'must be a phone number such as +15550100148', /^\+\d{5,15}$/),
    ...messagingService,
    templates: {
      what: 'The approved templates by topic and language, such as backinstock=HX…, backinstock/de=HX…, *=HX… for all other alerts, confirm=HX… for double opt-in',
      says: 'must be entries such as backinstock/de=HX and 32 characters, separated by commas',
      allows: (text) => text.length <= 4000 && isTemplates(text),
      required: true,
    },
    variables: variables('What fills the variables of a template, in order', 'product,store,link'),
    'confirm-variables': variables('The same for the template confirm', 'store,link'),
    ...rest,
  },
  rule: needsSender,
}
