/** Opens the channel of an integration. */
import type { Channel } from '../../channels/channel.ts'
import { klaviyoLimits, openKlaviyo } from '../../channels/klaviyo.ts'
import type { MailSender } from '../../channels/mail/mail-sender.ts'
import { openMailgun } from '../../channels/mail/mailgun.ts'
import { openPostmark } from '../../channels/mail/postmark.ts'
import { openSendgrid } from '../../channels/mail/sendgrid.ts'
import { openSes } from '../../channels/mail/ses.ts'
import { sesPassword } from '../../channels/mail/ses-password.ts'
import { openSmtp } from '../../channels/mail/smtp.ts'
import { openTwilio, type TwilioAccount } from '../../channels/twilio.ts'
import { openWebPush } from '../../channels/web-push.ts'
import { openWhatsapp } from '../../channels/whatsapp.ts'
import { hookPath } from '../../domain/integrations/hook-addresses.ts'
import type { Integration } from '../../domain/integrations/integrations.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'

export type ChannelContext = { fetch: SafeFetch; publicUrl: () => string; allowLoopback: boolean }

export type OpenedChannel = {
  channel: Channel
  media: readonly string[]
  /** It can send system messages too, not only alerts. */
  letters: boolean
  limits?: { perSecond?: number; perMinute?: number }
  takesOver?: true
}

export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : undefined)

type OpenChannel = (integration: Integration, context: ChannelContext) => OpenedChannel

/** By type; the first in this order that serves a medium is used. */
const openers: Readonly<Record<string, OpenChannel>> = {
  klaviyo: ({ values }, { fetch }) => ({
    channel: openKlaviyo({ fetch, apiKey: values['api-key']!, apiUrl: values['api-url'] }),
    media: values.mode === 'mailing-list' ? [] : values.media!.split(',').map((medium) => medium.trim()),
    letters: false,
    limits: klaviyoLimits,
    ...(values.mode === 'back-in-stock' && { takesOver: true }),
  }),
  sendgrid: ({ values }, { fetch }) =>
    mailOf(openSendgrid({ fetch, ...senderOf(values), apiKey: values['api-key']!, apiUrl: values['api-url'] })),
  postmark: ({ values }, { fetch }) =>
    mailOf(
      openPostmark({
        ...{ fetch, ...senderOf(values), apiUrl: values['api-url'] },
        serverToken: values['server-token']!,
        messageStream: values['message-stream']!,
      }),
    ),
  ses: ({ values }, { fetch }) => ({
    ...mailOf(
      openSes({
        ...{ fetch, ...senderOf(values), apiUrl: values['api-url'] },
        accessKeyId: values['access-key-id']!,
        secretAccessKey: values['secret-access-key']!,
        region: values.region!,
        configurationSet: values['configuration-set'],
      }),
    ),
    limits: { perSecond: Number(values['per-second']) },
  }),
  mailgun: ({ values }, { fetch }) =>
    mailOf(
      openMailgun({
        ...{ fetch, ...senderOf(values), apiUrl: values['api-url'] },
        apiKey: values['api-key']!,
        domain: values.domain!,
        region: values.region,
      }),
    ),
  smtp: ({ values }, { allowLoopback, publicUrl }) =>
    mailOf(
      openOrSay(() =>
        openSmtp(smtpUrl(values), hostOf(publicUrl()), {
          ...{ guarded: { allowLoopback }, senderName: values['from-name'] },
        }),
      ),
    ),
  twilio: (integration, context) => ({
    channel: openTwilio({
      ...accountOf(integration, context),
      validitySeconds: integration.values['validity-seconds'],
    }),
    media: ['sms'],
    letters: true,
    // An account begins with one SMS a second for each number; a messaging service shares it out itself.
    limits: { perSecond: integration.values['messaging-service'] ? 100 : 10 },
  }),
  whatsapp: (integration, context) => ({
    channel: openWhatsapp({
      ...accountOf(integration, context),
      templates: integration.values.templates!,
      variables: integration.values.variables!,
      confirmVariables: integration.values['confirm-variables']!,
    }),
    media: ['whatsapp'],
    letters: true,
    // What WhatsApp accepts from one sender.
    limits: { perSecond: 80 },
  }),
  'web-push': ({ values }, { fetch }) => ({
    channel: openWebPush({
      fetch,
      subject: values.subject!,
      publicKey: values['public-key']!,
      privateKey: values['private-key']!,
      iconUrl: values['icon-url'],
    }),
    media: ['push'],
    letters: true,
  }),
}

function mailOf(channel: Channel): OpenedChannel {
  return { channel, media: ['email'], letters: true }
}

function accountOf(integration: Integration, { fetch, publicUrl }: ChannelContext): TwilioAccount {
  const { values } = integration
  return {
    fetch,
    accountSid: values['account-sid']!,
    authToken: values['auth-token']!,
    from: values.from,
    messagingService: values['messaging-service'],
    apiUrl: values['api-url'],
    statusUrl: publicUrl() + hookPath(integration),
  }
}

function senderOf(values: Integration['values']): MailSender {
  return { from: values.from!, fromName: values['from-name'] }
}

export const channelTypes = Object.keys(openers)

/** Null for types that carry no messages. */
export function openIntegration(integration: Integration, context: ChannelContext): OpenedChannel | null {
  const open = Object.hasOwn(openers, integration.kind) ? openers[integration.kind] : undefined
  return open?.(integration, context) ?? null
}

/** A channel that can't be opened answers every message with the reason; the store's other channels are opened. */
function openOrSay(open: () => Channel): Channel {
  try {
    return open()
  } catch (error) {
    const { message } = error as Error
    return {
      send: async () => ({ kind: 'retry', reason: message }),
      check: async () => ({ ok: false, says: message }),
      close: () => {},
    }
  }
}

function smtpUrl({ host, port, user, from, ...rest }: Integration['values']): string {
  const region = rest['ses-region']
  const password = rest.password && region ? sesPassword(rest.password, region) : rest.password
  const url = new URL(`${port === '465' || port === '2465' ? 'smtps' : 'smtp'}://${host}:${port}`)
  if (user) url.username = encodeURIComponent(user)
  if (password) url.password = encodeURIComponent(password)
  url.searchParams.set('from', from!)
  // A password never goes over the wire in the clear.
  if (password && url.protocol === 'smtp:') url.searchParams.set('requireTLS', 'true')
  return url.toString()
}
